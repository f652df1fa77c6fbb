import { changeService, offeredService } from './change-service.ts';
import { type Command, done, wrong } from '../command.ts';
import { localDateOf } from '#domain/zone.ts';
import { givenWords } from '../given-words.ts';
import { addService } from './new-service.ts';
import { restoreService, retireService } from './retired-services.ts';
import { linesOfService, SERVICE_WORDS } from './service-words.ts';
import { readWeek } from '../hours/store.ts';

export const services: Command = {
  name: 'services',
  takes: '',
  does: 'what is sold, with the names that commands take, and what is retired',
  async run({ db, now, zone }) {
    const { services: all } = await readWeek(db, localDateOf(now, zone));
    const sorted = [...all.filter((each) => each.is_active), ...all.filter((each) => !each.is_active)];
    if (sorted.length === 0) return done('Nothing is sold. See: service add');
    return done(
      ...sorted.map(
        ({ key, name, duration, is_active }) =>
          `${key}  ${name}, ${duration} minutes${is_active ? '' : ' (retired)'}`,
      ),
    );
  },
};

export const service: Command = {
  name: 'service',
  takes:
    'SERVICE [name=… description=… type=… price=… min=… max=… suggested=… duration=… buffer=… place=… seats=…] | add key=… … | retire SERVICE | restore SERVICE',
  does: 'show a service, or change what is said of it, its prices in dollars and its minutes; put a new one on the price list (format=one-to-one, group or workshop), take one away or bring it back; what is booked or being paid stays as it was sold (see: services, hours)',
  async run(practice, [key, ...args]) {
    if (key === 'add') return await addService(practice, args);
    if (key === 'retire') return await retireService(practice, args);
    if (key === 'restore') return await restoreService(practice, args);
    if (!key) return wrong('Name the service. See: services');
    const words = givenWords(args, SERVICE_WORDS);
    if (!words.ok) return wrong(words.message);
    if (words.given.size > 0) return await changeService(practice, key, words.given);
    const { db, now, zone } = practice;
    const read = offeredService(await readWeek(db, localDateOf(now, zone)), key);
    return read.ok ? done(...linesOfService(read.service)) : wrong(read.message);
  },
};
