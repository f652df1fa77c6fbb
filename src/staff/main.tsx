import './theme.css';

import { isInFront } from '#contract/staff-page.ts';
import { keepFirstAnswers } from '#staff/api/first-answers.ts';
import { queryClient } from '#staff/api/query-client.ts';
import { meQuery } from '#staff/api/session.ts';
import { prepareStaffArea, showStaffArea } from '#staff/staff-area.tsx';

prepareStaffArea();
// Who is signed in decides what else is asked for. Where the page does not say it, it arrives while the screen's code loads.
if (!keepFirstAnswers() && !isInFront(window.location.pathname)) void queryClient.prefetchQuery(meQuery);
document.documentElement.dataset.hydrated = '';
showStaffArea(document.querySelector('#root')!);
