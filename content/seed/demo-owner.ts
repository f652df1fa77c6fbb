/** The owner who can sign in to the staff area of the sandbox; printed at start. */
export const demoOwner = {
  email: 'owner@example.com',
  password: 'Garden-gate-at-7',
  name: 'Nalini',
};
