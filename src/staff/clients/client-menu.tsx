import { useState } from 'react';
import { Download, Mail, Printer, Trash, UserPlus, Users } from 'lucide';
import { staffExportClient } from '#contract/staff.calls.ts';
import type { Client } from '#contract/clients.schemas.ts';
import { writeOut } from '#domain/people/personal.ts';
import { callStaff } from '#staff/api/call-staff.ts';
import { useOnline } from '#staff/api/use-online.ts';
import { fileNameOf, saveFile } from '#staff/clients/save-file.ts';
import { MenuItem, MoreMenu } from '#staff/parts/more-menu.tsx';
import type { ApiError } from '#web/api/request.ts';

/** A file with pictures takes a while. */
const TIMEOUT_MS = 120_000;

type ClientMenuProps = {
  client: Client;
  /** Null: there is no visit that a message could be about. */
  onMessage: (() => void) | null;
  onInvite: () => void;
  onMerge: () => void;
  onErase: () => void;
  /** Null: it worked. */
  onExported: (error: string | null) => void;
};

/** What is rarely done with a client's record. */
export function ClientMenu({ client, onMessage, onInvite, onMerge, onErase, onExported }: ClientMenuProps) {
  const isOnline = useOnline();
  const [isBusy, setIsBusy] = useState(false);
  const save = async () => {
    setIsBusy(true);
    try {
      const file = await callStaff(
        staffExportClient,
        { params: { id: client.id } },
        { timeoutMs: TIMEOUT_MS },
      );
      saveFile(file, fileNameOf(writeOut(client.name)));
      onExported(null);
    } catch (error) {
      const { code, message } = error as ApiError;
      if (code !== 'STEP_UP_REQUIRED') onExported(message);
    }
    setIsBusy(false);
  };
  return (
    <MoreMenu about={client.first_name || client.name}>
      {onMessage && (
        <MenuItem icon={Mail} disabled={!isOnline} onClick={onMessage}>
          Send a message…
        </MenuItem>
      )}
      {!client.has_login && client.email !== '' && (
        <MenuItem icon={UserPlus} onClick={onInvite}>
          Invite…
        </MenuItem>
      )}
      <MenuItem icon={Download} disabled={!isOnline || isBusy} onClick={() => void save()}>
        {isBusy ? 'Exporting…' : 'Export file'}
      </MenuItem>
      <MenuItem icon={Printer} onClick={() => window.print()}>
        Print
      </MenuItem>
      {!client.has_login && (
        <MenuItem icon={Users} disabled={!isOnline} onClick={onMerge}>
          Merge records…
        </MenuItem>
      )}
      {!client.has_login && (
        <MenuItem icon={Trash} disabled={!isOnline} onClick={onErase}>
          Delete record…
        </MenuItem>
      )}
      {!isOnline && <p className="menu-reason">You’re offline.</p>}
    </MoreMenu>
  );
}
