/// <reference lib="dom" />
import { createElement } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router';
import { HydratedRouter } from 'react-router/dom';

// The floor of P11: the least that a page rendered by this framework loads, a root route and nothing in it.
export const root = [Meta, Links, Outlet, ScrollRestoration, Scripts];
hydrateRoot(document, createElement(HydratedRouter));
