import type { ReactNode } from 'react';
import { tintClassOf, TypeIcon } from '#web/art/type-icon.tsx';
import { Button } from '#web/ui/button.tsx';
import { FileTextIcon } from '#web/ui/icons/file-text.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';

/** One form in a list. The whole row opens it; its button says what and for when. */
export function FormRow({
  name,
  note,
  serviceType,
  act,
  filled = false,
  onOpen,
}: {
  name: string;
  note: ReactNode;
  /** Type of the service that asks for it; null for a form of all visits, or while unknown. */
  serviceType: string | null;
  act: string;
  /** Handed in already: the quieter button. */
  filled?: boolean;
  onOpen: () => void;
}) {
  return (
    <li className={`form-row ${serviceType === null ? 'is-start' : tintClassOf(serviceType)}`}>
      <span className="form-row-icon" aria-hidden="true">
        {serviceType === null ? <FileTextIcon /> : <TypeIcon type={serviceType} />}
      </span>
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <b>{name}</b>
        <p className="text-sm text-muted">{note}</p>
      </div>
      <Button look={filled ? 'secondary' : 'primary'} className="form-row-act" onClick={onOpen}>
        {act}
        <VisuallyHidden>
          {' '}
          {name}, {note}
        </VisuallyHidden>
      </Button>
    </li>
  );
}
