import { practice } from '#content/public/practice.ts';
import type { AccessLog } from '#contract/users.schemas.ts';
import { formatMonthDay } from '#domain/time/date-formats.ts';

type Read = AccessLog['reads'][number];

/** 'Nalini read your Ayurvedic Intake on Dec 7, 2026.' */
export function readText({ by, kind, name, visit_start }: Read, date: string): string {
  const who = by.split(' ', 1)[0]!;
  switch (kind) {
    case 'ANSWERS':
      return `${who} read your ${name ?? 'answers'} on ${date}.`;
    case 'REFLECTION': {
      const visit = name && visit_start ? ` on ${name} of ${formatMonthDay(visit_start, practice.zone)}` : '';
      return `${who} read your reflection${visit} on ${date}.`;
    }
    case 'FILE':
      return `${who} saved your record as a file on ${date}.`;
  }
}
