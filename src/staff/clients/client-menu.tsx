import { useState } from 'react';
import { Download, Ellipsis, Mail, Printer, Trash, UserPlus, Users } from 'lucide';
import { staffExportClient } from '#contract/staff.calls.ts';
import type { Client } from '#contract/clients.schemas.ts';
import { writeOut } from '#domain/people/personal.ts';
import { callStaff } from '#staff/api/call-staff.ts';
import { useOnline } from '#staff/api/use-online.ts';
import { fileNameOf, saveFile } from '#staff/clients/save-file.ts';
import { DisclosureMenu } from '#web/ui/disclosure-menu.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import type { ApiError } from '#web/api/request.ts';
import { Icon } from '#web/ui/icon.tsx';

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
    <DisclosureMenu
      align="end"
      hideChevron
      buttonClassName="btn-icon"
      panelClassName="session-menu"
      label={
        <>
          <Icon of={Ellipsis} />
          <VisuallyHidden>More for {client.first_name || client.name}</VisuallyHidden>
        </>
      }
    >
      {onMessage && (
        <button type="button" className="menu-item" disabled={!isOnline} onClick={onMessage}>
          <Icon of={Mail} />
          Send a message…
        </button>
      )}
      {!client.has_login && client.email !== '' && (
        <button type="button" className="menu-item" onClick={onInvite}>
          <Icon of={UserPlus} />
          Invite…
        </button>
      )}
      <button type="button" className="menu-item" disabled={!isOnline || isBusy} onClick={() => void save()}>
        <Icon of={Download} />
        {isBusy ? 'Exporting…' : 'Export file'}
      </button>
      <button type="button" className="menu-item" onClick={() => window.print()}>
        <Icon of={Printer} />
        Print
      </button>
      {!client.has_login && (
        <button type="button" className="menu-item" disabled={!isOnline} onClick={onMerge}>
          <Icon of={Users} />
          Merge records…
        </button>
      )}
      {!client.has_login && (
        <button type="button" className="menu-item" disabled={!isOnline} onClick={onErase}>
          <Icon of={Trash} />
          Delete record…
        </button>
      )}
      {!isOnline && <p className="menu-reason">You’re offline.</p>}
    </DisclosureMenu>
  );
}
