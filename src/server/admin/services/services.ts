import { changeService, offeredService } from './change-service.ts';
import { type Command, done, listing, usageError } from '../command.ts';
import { localDateOf } from '#domain/zone.ts';
import { parseArgs } from '../parse-args.ts';
import { addService } from './new-service.ts';
import { restoreService, retireService } from './retired-services.ts';
import { formatService, SERVICE_FIELDS } from './service-fields.ts';
import { readWeek } from '../../hours/week-store.ts';

export const services = listing({
  name: 'services',
  summary: 'services on offer and retired ones, with the keys that commands take',
  empty: 'There are no services. See: service add',
  async lines({ db, now, zone }) {
    const { services: all } = await readWeek(db, localDateOf(now, zone));
    const sorted = [...all.filter((each) => each.is_active), ...all.filter((each) => !each.is_active)];
    return sorted.map(
      ({ key, name, duration, is_active }) =>
        `${key}  ${name}, ${duration} minutes${is_active ? '' : ' (retired)'}`,
    );
  },
});

export const service: Command = {
  name: 'service',
  usage:
    'SERVICE [name=… description=… type=… price=… min=… max=… suggested=… duration=… buffer=… place=… seats=…] | add key=… … | retire SERVICE | restore SERVICE',
  summary:
    'show a service, or change what is said of it, its prices in dollars and its minutes; put a new one on the price list (format=one-to-one, group or workshop), take one away or bring it back; what is booked or being paid stays as it was sold (see: services, hours)',
  async run(deps, [key, ...args]) {
    if (key === 'add') return await addService(deps, args);
    if (key === 'retire') return await retireService(deps, args);
    if (key === 'restore') return await restoreService(deps, args);
    if (!key) return usageError('Name the service. See: services');
    const parsed = parseArgs(args, SERVICE_FIELDS);
    if (!parsed.ok) return usageError(parsed.message);
    if (parsed.given.size > 0) return await changeService(deps, key, parsed.given);
    const { db, now, zone } = deps;
    const read = offeredService(await readWeek(db, localDateOf(now, zone)), key);
    return read.ok ? done(...formatService(read.service)) : usageError(read.message);
  },
};
