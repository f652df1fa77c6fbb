import { initialsOf } from '#domain/people/names.ts';
import { splitAtNames } from '#domain/people/personal.ts';
import { type NamedElementProps, showNamesBy, TEXT as Text } from '#jsx/jsx-runtime';
import { usePrivacy, useWrittenOut } from '#staff/parts/privacy.ts';

// How each text of the staff area that names a client is shown (docs/decisions/0062-names-in-answers.md).

/** A text with names: each isolated from the direction of the rest, or as initials. */
function NamedText({ text }: { text: string }) {
  const isPrivate = usePrivacy();
  const parts = splitAtNames(text).map((part, at) =>
    at % 2 === 0 ? part || null : <bdi key={part + at}>{isPrivate ? initialsOf(part) : part}</bdi>,
  );
  return parts.some((part) => typeof part === 'string') ? <Text>{parts}</Text> : <>{parts}</>;
}

/** An element with names in its attributes. */
function NamedElement({ props, make }: NamedElementProps) {
  const writtenOut = useWrittenOut();
  const shown = Object.entries(props).map(([name, value]) => [
    name,
    typeof value === 'string' ? writtenOut(value) : value,
  ]);
  return make(Object.fromEntries(shown) as object);
}

/** Shows names in all that is drawn from now on. */
export const showNames = () => showNamesBy({ NamedText, NamedElement });
