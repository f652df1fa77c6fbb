import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { queryClient } from '#web/api/query-client.ts';
import { useSession } from '#web/api/session.ts';

type ContactAnswerProps = {
  text: string;
  /** Shown until the address is known. */
  children: ReactNode;
};

/** The contact e-mail for signed-in clients. Lazy-loaded with the query cache, which this page otherwise does not need. */
export function ContactAnswer(props: ContactAnswerProps) {
  const [client] = useState(queryClient);
  return (
    <QueryClientProvider client={client}>
      <Answer {...props} />
    </QueryClientProvider>
  );
}

function Answer({ text, children }: ContactAnswerProps) {
  const { contact_email } = useSession();
  if (!contact_email) return <>{children}</>;
  return (
    <p>
      {text} <a href={`mailto:${contact_email}`}>{contact_email}</a>
    </p>
  );
}
