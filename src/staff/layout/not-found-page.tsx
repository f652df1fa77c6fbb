import { Link } from 'react-router';
import { StaffPage } from '#staff/layout/staff-page.tsx';
import { LeafArt } from '#web/art/leaf.tsx';
import { EmptyState } from '#web/ui/states.tsx';

export function NotFoundPage() {
  return (
    <StaffPage title="Page not found">
      <EmptyState
        art={<LeafArt />}
        action={
          <Link className="btn btn-secondary" to="/">
            See today
          </Link>
        }
      >
        There is no such page in the staff area.
      </EmptyState>
    </StaffPage>
  );
}
