import type { RouteConfigEntry } from '@react-router/dev/routes';
import { type ComponentType, createElement, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import {
  createBrowserRouter,
  type RouteObject,
  RouterContextProvider,
  useLoaderData,
  useMatches,
  useParams,
} from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { pagesContext } from '#web/api/pages-context.ts';
import { queryClient } from '#web/api/query-client.ts';
import { syncSession } from '#web/api/session-mark.ts';
import * as root from '#web/root.tsx';
import routes from '#web/routes.ts';
import type { TestApp } from '#tests/support/app.ts';
import './matchers.ts';
import { ORIGIN } from './dom.ts';
import { Page } from './page.ts';

type Module = { default: ComponentType<object>; ErrorBoundary?: ComponentType } & Pick<
  RouteObject,
  'loader' | 'handle' | 'shouldRevalidate'
>;

/** Passes a page what the framework passes it. */
function withData(Screen: ComponentType<object>): ComponentType {
  return function Route() {
    return createElement(Screen as ComponentType<Record<string, unknown>>, {
      loaderData: useLoaderData<unknown>(),
      params: useParams(),
      matches: useMatches(),
    });
  };
}

const modules = import.meta.glob<Module>('../../../src/web/**/*-{page,frame}.tsx');

const routeOf = ({ path, index, file, children }: RouteConfigEntry): RouteObject =>
  ({
    path,
    index,
    lazy: async () => {
      const {
        default: Screen,
        ErrorBoundary,
        loader,
        handle,
        shouldRevalidate,
      } = await modules[`../../../src/web/${file}`]!();
      return { Component: withData(Screen), ErrorBoundary, loader, handle, shouldRevalidate };
    },
    ...(children ? { children: children.map(routeOf) } : {}),
  }) as RouteObject;

/** The routes of the site as the framework has them, with the same loaders, answered by the app under test. */
const site = {
  async show({ app }: Page, path: string) {
    // What the code of a new page does when it is loaded: it reads the session and the cart.
    syncSession();
    window.dispatchEvent(new StorageEvent('storage', { key: null }));
    history.replaceState(null, '', path);
    const router = createBrowserRouter(
      [
        {
          id: 'root',
          Component: root.default,
          ErrorBoundary: root.ErrorBoundary,
          HydrateFallback: () => null,
          loader: root.loader as RouteObject['loader'],
          shouldRevalidate: root.shouldRevalidate,
          children: routes.map(routeOf),
        } as RouteObject,
      ],
      {
        getContext() {
          const context = new RouterContextProvider();
          context.set(pagesContext, {
            siteUrl: ORIGIN,
            async callApi(url) {
              const answer = await app.visit(url);
              return { status: answer.statusCode, body: answer.json<unknown>() };
            },
          });
          return context;
        },
      },
    );
    const place = document.body.appendChild(document.createElement('div'));
    const mounted = createRoot(place);
    mounted.render(createElement(StrictMode, null, createElement(RouterProvider, { router })));
    document.documentElement.dataset.hydrated = '';
    return () => {
      mounted.unmount();
      router.dispose();
    };
  },
  leave() {
    document.cookie = 'login=; path=/; max-age=0';
    syncSession();
    queryClient().clear();
  },
};

/** A browser of a visitor; `headers`: what it sends with each call. */
export const visitor = (app: TestApp, headers?: Record<string, string>): Page => new Page(app, site, headers);
