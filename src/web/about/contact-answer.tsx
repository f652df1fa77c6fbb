import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { queryClient } from '#web/client/query-client.ts';
import { useSession } from '#web/client/session.ts';

type ContactAnswerProps = {
  words: string;
  /** Shown until the address is known. */
  children: ReactNode;
};

/** The contact e-mail, for a client who is signed in. Brings the query cache, which this page otherwise never loads. */
export function ContactAnswer(props: ContactAnswerProps) {
  const [client] = useState(queryClient);
  return (
    <QueryClientProvider client={client}>
      <Answer {...props} />
    </QueryClientProvider>
  );
}

function Answer({ words, children }: ContactAnswerProps) {
  const { contact_email } = useSession();
  if (!contact_email) return children;
  return (
    <p>
      {words} <a href={`mailto:${contact_email}`}>{contact_email}</a>
    </p>
  );
}
