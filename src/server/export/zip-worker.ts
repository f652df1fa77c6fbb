import { parentPort, workerData } from 'node:worker_threads';
import { type ExportedBooking, type MyData, zipOfMyData } from './my-data.ts';

/** Given at the start; the bookings follow in messages, page by page, so that nobody copies them all at once. */
export type ZipStart = Omit<MyData, 'bookings'>;
/** A page of bookings, or null after the last. */
export type ZipMessage = readonly ExportedBooking[] | null;

const port = parentPort!;
const bookings: ExportedBooking[] = [];
port.on('message', (page: ZipMessage) => {
  if (page !== null) {
    bookings.push(...page);
    return;
  }
  const zip = zipOfMyData({ ...(workerData as ZipStart), bookings });
  port.postMessage(zip, [zip.buffer as ArrayBuffer]);
  port.close();
});
