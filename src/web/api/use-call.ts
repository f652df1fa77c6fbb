import { createContext, useContext } from 'react';
import { call } from '#web/api/api.ts';

/** How a page calls the server that has a link instead of a session; null elsewhere. */
export const CallByLink = createContext<typeof call | null>(null);

/** Makes calls for whom the page is: by its link, else with the session. */
export const useCall = (): typeof call => useContext(CallByLink) ?? call;
