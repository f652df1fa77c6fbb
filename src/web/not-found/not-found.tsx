import { emptyTexts } from '#content/public/empty-texts.ts';
import { FallenLeafArt } from '#web/art/leaf.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';

/** '404' and 'Page Not Found' (product.md §2.6). */
export function NotFound() {
  return (
    <div className="wrap quiet">
      <div className="art">
        <FallenLeafArt />
      </div>
      <p className="quiet-number">404</p>
      <h1>Page Not Found</h1>
      <p>{emptyTexts.not_found.line}</p>
      <LinkButton to="/">Return to Home</LinkButton>
    </div>
  );
}
