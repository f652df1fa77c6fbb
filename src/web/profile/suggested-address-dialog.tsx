import { type Address, addressLines, isSameAddress } from '#domain/people/address.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';

/** The typed address next to the one that the server suggests (product.md §2.10.4). */
export function SuggestedAddressDialog({
  typed,
  suggestion,
  onEdit,
  onUse,
}: {
  typed: Address;
  suggestion: Address | null;
  onEdit: () => void;
  onUse: () => void;
}) {
  if (!suggestion) return null;
  const same = isSameAddress(typed, suggestion);
  return (
    <Dialog
      open
      title="Is this the address?"
      subtitle={same ? 'We found it just like this.' : 'We found a slightly different spelling.'}
      onClose={onEdit}
      footer={
        <>
          <Button look="secondary" onClick={onEdit}>
            Edit Address
          </Button>
          <Button onClick={onUse}>Use Suggested Address</Button>
        </>
      }
    >
      <div className="grid gap-3 xs:grid-cols-2">
        <AddressCard label="You typed" address={typed} />
        <AddressCard label="Suggested" address={suggestion} chosen />
      </div>
    </Dialog>
  );
}

function AddressCard({
  label,
  address,
  chosen = false,
}: {
  label: string;
  address: Address;
  chosen?: boolean;
}) {
  return (
    <div
      className={`rounded-inner border p-4 wrap-anywhere ${chosen ? 'border-sage bg-sage-wash' : 'border-line'}`}
    >
      <h3 className="mb-1 font-text text-xs font-normal text-muted">{label}</h3>
      {addressLines(address).map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  );
}
