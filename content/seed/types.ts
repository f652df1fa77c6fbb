import type { LocationType, ServiceFormat, ServiceType } from '#domain/slots/services.ts';
import type { Address } from '#domain/people/address.ts';
import type { Pattern } from '#domain/slots/availability.ts';
import type { BookingStatus } from '#domain/visits/booking.ts';
import type { QuestionType } from '#domain/visits/forms.ts';
import type { Delta } from '#domain/text/notes.ts';

/**
 * The types of the sample data. They use the names of product.md §3; the seed program adds ids, hashes and encryption.
 * Dates are relative, so that the sample is always current.
 */

/** 0 = Sunday to 6 = Saturday */
export type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6;

/**
 * A date relative to the seed day (the local date on which the rows are created).
 * - `day_offset`: days after it (negative: before).
 * - `weekday` + `week`: week 0 is the first such weekday after the seed day, 1 the next; -1 the last one
 *   before the seed day, -2 the one before that.
 * - `weekday` + `week_of_month`: the first such date after the seed day, e.g. the next second Saturday;
 *   `skip`: 1 is the one after that, -1 the latest one before the seed day.
 */
export type DateRef =
  | { day_offset: number }
  | { weekday: Weekday; week: number }
  | { weekday: Weekday; week_of_month: 1 | 2 | 3 | 4; skip?: number };

/** 24-hour local wall time in the practice's zone, 'HH:mm' */
type WallTime = string;

/** Prices are whole dollars, as on the wire (product.md §3.2); times are minutes. */
export interface SeedService {
  /** stable name that rules, forms, events and bookings point to */
  key: string;
  name: string;
  description: string;
  type: ServiceType[];
  category: ServiceType;
  format: ServiceFormat;
  duration: number;
  buffer_time: number;
  base_price: number;
  suggested_price: number | null;
  min_price: number | null;
  max_price: number | null;
  service_location_type: LocationType[];
  location: { name: string };
  scheduling_type: string;
  stripe_product_id: null;
  stripe_price_id: null;
  is_subscription: false;
  subscription_interval: null;
  max_capacity: number | null;
}

export interface SeedRule {
  key: string;
  service: string;
  location_type: LocationType;
  day_of_week: Weekday;
  pattern: Pattern | null;
  week_of_month: 1 | 2 | 3 | 4 | 5 | null;
  start_date: DateRef;
  end_date: DateRef | null;
  start_time: WallTime;
  end_time: WallTime;
  slot_step_min: number;
  /** null: the service's max_capacity */
  capacity: number | null;
  is_active: boolean;
}

/** A one-day rule, such as one open Sunday; its weekday is that of its date. */
export interface SeedOpening {
  key: string;
  service: string;
  location_type: LocationType;
  date: DateRef;
  start_time: WallTime;
  end_time: WallTime;
  slot_step_min: number;
  capacity: number | null;
}

/**
 * Time off: no slots from `from_time` on `date` until `to_time` on the last of `days` days, in local time. '24:00' is the
 * end of the day.
 */
export interface SeedClosure {
  key: string;
  date: DateRef;
  days: number;
  from_time: WallTime;
  to_time: WallTime;
  reason: string;
}

export interface SeedQuestion {
  id: string;
  label: string;
  type: QuestionType;
  required: boolean;
  options: string[];
}

export interface SeedForm {
  key: string;
  name: string;
  description: string;
  type: string;
  is_global: boolean;
  /** keys of the services that require it; empty for a global form */
  services: string[];
  content: { sections: { title: string; questions: SeedQuestion[] }[] };
}

export interface SeedEvent {
  key: string;
  title: string;
  description: string;
  date: DateRef;
  start_time: WallTime;
  end_time: WallTime;
  location: string;
  url: string | null;
  service: string | null;
}

export interface SeedPost {
  title: string;
  description: string;
  author: string;
  /** days before the seed day, as a negative offset */
  publish_date: { day_offset: number };
  hero_image_url: string;
  /** alternative text of the hero picture */
  hero_alt: string;
  og_image_url: string;
  categories: string[];
  content: Delta;
}

export interface SeedBooking {
  key: string;
  service: string;
  date: DateRef;
  start_time: WallTime;
  location_type: LocationType;
  status: BookingStatus;
  /** dollars, within the service's scale; without it the service's price */
  price?: number;
  /** Paid at the visit, not online. */
  pays_later?: boolean;
  client_notes?: Delta;
  /** The client lets the practitioner read `client_notes`. */
  shares_notes?: true;
  published_recommendations?: Delta;
  /** Suggested with `published_recommendations`. */
  suggestion?: { service: string; around: DateRef; times: number; every_weeks: number };
  /** What only the practitioner reads, signed after the visit. */
  session_note?: Delta;
  /** What they added to it two days later. */
  addendum?: Delta;
}

interface SeedSubmission {
  form: string;
  /** key of one of the same client's bookings; null for a global form */
  booking: string | null;
  submitted: DateRef;
  /** by question id; 'signature' stands for the sample signature picture */
  responses: Record<string, string | string[]>;
}

export interface SeedClient {
  email: string;
  /** Without it there is no account to sign in to. */
  password?: string;
  first_name: string;
  last_name: string;
  pronouns: string;
  birthdate: string;
  phone: string;
  address: Address;
  house_call_approved: boolean;
  /** what the practitioner sees before every visit, and the client never */
  pinned_note?: Delta;
  /** when the account was created, which is the start of the journey */
  created: DateRef;
  bookings: SeedBooking[];
  submissions: SeedSubmission[];
}
