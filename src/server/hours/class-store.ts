import type { Db, Trx } from '../db/pool.ts';

type ClassAppointment = { id: string; start_time: Date; end_time: Date; capacity: number };

/** '20261208T210000Z' */
const START = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/;

/** Selects the appointment of one date of a class; undefined while no seat is taken. */
export async function selectClassAppointment(
  db: Db,
  { service_id, start }: { service_id: string; start: string },
): Promise<ClassAppointment | undefined> {
  return await db
    .selectFrom('appointments')
    .select(['id', 'start_time', 'end_time', 'capacity'])
    .where('service_id', '=', service_id)
    .where('start_time', '=', new Date(start.replace(START, '$1-$2-$3T$4:$5:$6Z')))
    .executeTakeFirst();
}

/** Sets the seats of a class. The constraint `seats_within_capacity` refuses fewer than are taken. */
export async function setClassSeats(
  trx: Trx,
  appointment: ClassAppointment | undefined,
  capacity: number,
): Promise<void> {
  if (appointment)
    await trx.updateTable('appointments').set({ capacity }).where('id', '=', appointment.id).execute();
}

/** Moves a class with all its seats. The constraint `one_practitioner` refuses a time that another session has. */
export async function moveAppointment(
  trx: Trx,
  id: string,
  times: { start_time: Date; end_time: Date; blocked_until: Date },
): Promise<void> {
  await trx
    .updateTable('appointments')
    .set({ ...times, rule_id: null })
    .where('id', '=', id)
    .execute();
}
