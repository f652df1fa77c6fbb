import { useState } from 'react';
import type { StaffSettings } from '#contract/settings.schemas.ts';
import { JOIN_MINUTES } from '#domain/visits/joining.ts';
import { KNOW_LIMIT, ROOM_LIMIT, roomProblem } from '#domain/visits/online-room.ts';
import { SettingForm } from '#staff/settings/setting-form.tsx';
import { useSaveSetting } from '#staff/settings/settings-queries.ts';
import { TextAreaField, TextField } from '#web/ui/field.tsx';

/** The room of the practice for online sessions, and what clients read before they join. */
export function OnlineBox({ online }: { online: StaffSettings['online'] }) {
  // Only what was typed here: the other field follows what is saved.
  const [edits, setEdits] = useState<Partial<StaffSettings['online']['value']>>({});
  const { action, save } = useSaveSetting();
  const value = { ...online.value, ...edits };
  return (
    <SettingForm
      title="Online sessions"
      about={`Clients get a link of this site, which leads here from ${JOIN_MINUTES} minutes before the start until the end. A booking can have a room of its own.`}
      action={action}
      invalid={{ room_url: roomProblem(value.room_url) }}
      isSame={value.room_url === online.value.room_url && value.know === online.value.know}
      confirm="Save room"
      onSave={() => save({ name: 'online', base_updated_at: online.updated_at, value }, () => setEdits({}))}
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
    </SettingForm>
  );
}
