import { LinkButton } from '#web/ui/link-button.tsx';

/** 'Continue your Journey' with a session, 'Start your Journey' without (product.md §2.2). */
export function JourneyButton({ look }: { look?: 'primary' | 'on-earth' }) {
  return (
    <>
      <LinkButton to="/sign-in" look={look} size="lg" className="if-signed-out">
        Start your Journey
      </LinkButton>
      <LinkButton to="/profile" look={look} size="lg" className="if-signed-in">
        Continue your Journey
      </LinkButton>
    </>
  );
}
