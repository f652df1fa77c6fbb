import type { User } from '#contract/users.schemas.ts';
import type { UserRow } from '../sessions/session-store.ts';
import type { PhotoStore } from '../ports/photo-store.ts';

/** The fields of a record that leave the server (product.md §3.1). */
export function presentUser(user: UserRow, photos: Pick<PhotoStore, 'urlOf'>): User {
  return {
    id: user.id,
    first_name: user.first_name,
    last_name: user.last_name,
    pronouns: user.pronouns,
    birthdate: user.birthdate,
    email: user.email,
    phone: user.phone,
    photo: user.photo_key === null ? user.photo : photos.urlOf(user.photo_key),
    address: user.address,
    cognito_sub: user.cognito_sub,
    stripe_id: user.stripe_id,
    created_at: user.created_at.toISOString(),
    house_call_approved: user.house_call_approved,
    marked_known: user.marked_known,
    house_call_requested_at: openHouseCallRequest(user)?.toISOString() ?? null,
  };
}

/** When the client asked for house calls, if the practice has not answered since. */
const openHouseCallRequest = ({
  house_call_approved,
  house_call_requested_at: asked,
  house_call_decided_at: decided,
}: UserRow): Date | null =>
  !house_call_approved && asked !== null && (decided === null || decided < asked) ? asked : null;
