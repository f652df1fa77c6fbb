import { emptyTexts } from '#content/public/empty-texts.ts';
import { SproutArt } from '#web/art/leaf.tsx';
import { useSession } from '#web/api/session.ts';
import { Card } from '#web/ui/card.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { EmptyState } from '#web/ui/states.tsx';

/** Messages are not part of the product yet (product.md §2.11.5): shows the address to write to instead. */
export function MessagesPage() {
  const { contact_email } = useSession();
  return (
    <>
      <PageHeading title="Messages" />
      <Card className="grid min-h-96 place-items-center p-6">
        <EmptyState
          art={<SproutArt />}
          action={contact_email && <a href={`mailto:${contact_email}`}>{contact_email}</a>}
        >
          <p className="text-lg text-ink">{emptyTexts.messages.title}</p>
          <p>{emptyTexts.messages.line}</p>
        </EmptyState>
      </Card>
    </>
  );
}
