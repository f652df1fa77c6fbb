import { staffSaveFormDraft } from '#contract/staff.calls.ts';
import type { StoredDraft } from '#contract/staff-forms.schemas.ts';
import { callStaff } from '#staff/api/call-staff.ts';
import type { Body } from '#staff/forms/form-body.ts';
import type { SaveResult, Stored } from '#staff/parts/draft-saver.ts';
import { ApiError } from '#web/api/request.ts';

/** A draft as its saver sees it. */
export const storedBody = (draft: StoredDraft): Stored<Body> => ({ ...draft, is_final: false });

export const saveDraft =
  (key: string) =>
  async (body: Body, version: number): Promise<SaveResult<Body>> => {
    try {
      const saved = await callStaff(staffSaveFormDraft, { params: { key }, body: { body, version } });
      return { kind: 'SAVED', ...saved };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const { code, status, message, details } = error;
      if (code === 'FORM_CHANGED') return { kind: 'CONFLICT', theirs: storedBody(details as StoredDraft) };
      return { kind: status >= 400 && status < 429 ? 'REFUSED' : 'FAILED', message };
    }
  };

export const isSameBody = (one: Body, other: Body): boolean => JSON.stringify(one) === JSON.stringify(other);
