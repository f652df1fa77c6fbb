import type { SeedClient } from './types.ts';

/**
 * Clients who have the sample's seats, and in the staff area sessions around the seed day
 * (src/server/seed/plan-agenda.ts). They have no login. `forms`: which of the forms that their visits ask for are handed in.
 */
export type NamedClient = Omit<SeedClient, 'password' | 'submissions'> & {
  forms: 'ALL' | 'NONE' | 'GLOBAL';
  /** Visits before the seed day. */
  earlier_visits: number;
};

const address = (street_number: string, route: string, zip_code = '97214', subpremise = '') => ({
  street_number,
  route,
  subpremise,
  city: 'Portland',
  state: 'OR',
  zip_code,
});

function client(
  first_name: string,
  last_name: string,
  pronouns: string,
  phone: string,
  home: SeedClient['address'],
  more: Pick<NamedClient, 'forms' | 'earlier_visits'>,
): NamedClient {
  return {
    email: `${first_name.toLowerCase()}@example.com`,
    first_name,
    last_name,
    pronouns,
    birthdate: '1985-04-12',
    phone,
    address: home,
    house_call_approved: true,
    created: { day_offset: more.earlier_visits === 0 ? -12 : -150 },
    bookings: [],
    ...more,
  };
}

export const namedClients: NamedClient[] = [
  client('Ivo', 'Marek', 'he/him', '+15035550121', address('512', 'SE 20th Avenue'), {
    forms: 'ALL',
    earlier_visits: 0,
  }),
  client('Dolores', 'Quintero', 'she/her', '+15035550122', address('2914', 'SE 41st Avenue', '97202'), {
    forms: 'ALL',
    earlier_visits: 5,
  }),
  client('Petra', 'Lindgren', 'she/her', '+15035550123', address('77', 'SE Salmon Street', '97214', '4A'), {
    forms: 'GLOBAL',
    earlier_visits: 2,
  }),
  client('Ana', 'Pereira', 'she/her', '+15035550124', address('1806', 'SE Division Street', '97202'), {
    forms: 'ALL',
    earlier_visits: 4,
  }),
  client('Tomas', 'Varga', 'he/him', '+15035550125', address('3120', 'SE Hawthorne Boulevard'), {
    forms: 'NONE',
    earlier_visits: 1,
  }),
  client('Ruth', 'Abelson', 'she/her', '+15035550126', address('901', 'SE Morrison Street'), {
    forms: 'ALL',
    earlier_visits: 3,
  }),
  client('Priya', 'Raman', 'they/them', '+15035550127', address('2255', 'SE Clinton Street', '97202'), {
    forms: 'GLOBAL',
    earlier_visits: 0,
  }),
  client('Sam', 'Whitaker', 'he/him', '+15035550128', address('640', 'SE Ankeny Street'), {
    forms: 'ALL',
    earlier_visits: 2,
  }),
];

/** They come to classes only; the largest has twelve seats. */
export const classClients: NamedClient[] = [
  ['Aiko', 'Vollmer', 'she/her'],
  ['Bashir', 'Rahimi', 'he/him'],
  ['Cleo', 'Ferrante', 'they/them'],
  ['Dagny', 'Holm', 'she/her'],
  ['Emeka', 'Obi', 'he/him'],
  ['Fern', 'Castellano', 'she/they'],
  ['Gita', 'Deshmukh', 'she/her'],
  ['Hugo', 'Almeida', 'he/him'],
  ['Ines', 'Caldeira', 'she/her'],
  ['Jory', 'Pellar', 'they/them'],
  ['Kwame', 'Asante', 'he/him'],
  ['Linnea', 'Storm', 'she/her'],
].map(([first_name, last_name, pronouns], n) =>
  client(
    first_name!,
    last_name!,
    pronouns!,
    `+150355501${60 + n}`,
    address(`${1100 + n * 7}`, 'SE Ash Street'),
    {
      forms: 'GLOBAL',
      earlier_visits: 0,
    },
  ),
);
