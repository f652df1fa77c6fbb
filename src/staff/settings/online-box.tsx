import { useId, useState } from 'react';
import type { StaffSettings } from '#contract/settings.schemas.ts';
import { JOIN_MINUTES } from '#domain/visits/joining.ts';
import { KNOW_LIMIT, ROOM_LIMIT, roomProblem } from '#domain/visits/online-room.ts';
import { useOnline } from '#staff/api/use-online.ts';
import { ActionFailure } from '#staff/parts/action-failure.tsx';
import { ActionFields, OfflineNotice, useActionForm } from '#staff/parts/action-form.tsx';
import { useSaveSetting } from '#staff/settings/settings-queries.ts';
import { Button } from '#web/ui/button.tsx';
import { TextAreaField, TextField } from '#web/ui/field.tsx';

/** The room of the practice for online sessions, and what clients read before they join. */
export function OnlineBox({ online }: { online: StaffSettings['online'] }) {
  const isOnline = useOnline();
  // Only what was typed here: the other field follows what is saved.
  const [edits, setEdits] = useState<Partial<StaffSettings['online']['value']>>({});
  const id = useId();
  const { action, save } = useSaveSetting();
  const value = { ...online.value, ...edits };
  const form = useActionForm(action, { room_url: roomProblem(value.room_url) });
  const isSame = value.room_url === online.value.room_url && value.know === online.value.know;
  return (
    <section className="staff-box settings-box grid gap-4 p-4.5" aria-labelledby="settings-online">
      <h2 id="settings-online">Online sessions</h2>
      <p className="max-w-none text-muted text-small">
        Clients get a link of this site, which leads here from {JOIN_MINUTES} minutes before the start until
        the end. A booking can have a room of its own.
      </p>
      <ActionFields
        form={form}
        id={id}
        onConfirm={() =>
          save({ name: 'online', base_updated_at: online.updated_at, value }, () => setEdits({}))
        }
      >
        <TextField
          name="room_url"
          label="Address of your room"
          inputMode="url"
          autoComplete="off"
          limit={ROOM_LIMIT}
          hint="Of any provider, beginning with https://"
          value={value.room_url}
          onChange={(room_url) => setEdits({ ...edits, room_url })}
        />
        <TextAreaField
          name="know"
          label="What to know"
          rows={2}
          limit={KNOW_LIMIT}
          hint="Clients read it on the page of their link."
          value={value.know}
          onChange={(know) => setEdits({ ...edits, know })}
        />
        <ActionFailure action={action} failure={form.failure} />
        <OfflineNotice />
        <div className="flex flex-wrap gap-3 items-center justify-end" role="status">
          {action.isDone && isSame && <span>Saved.</span>}
          <Button type="submit" busy={action.isPending} disabled={!isOnline || isSame}>
            Save room
          </Button>
        </div>
      </ActionFields>
    </section>
  );
}
