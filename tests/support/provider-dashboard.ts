import type { Sandbox } from '#sandbox/start-sandbox.ts';

/** What the practitioner does by hand at the payment provider's dashboard: calls that the site knows nothing of. */
export async function atTheDashboard(
  sandbox: Pick<Sandbox, 'apiUrl' | 'apiKey'>,
  method: 'POST' | 'DELETE',
  path: string,
  body = '',
): Promise<{ id: string }> {
  const answer = await fetch(`${sandbox.apiUrl}/v1/${path}`, {
    method,
    headers: { authorization: `Bearer ${sandbox.apiKey}` },
    ...(body === '' ? {} : { body }),
  });
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()) as { id: string };
}
