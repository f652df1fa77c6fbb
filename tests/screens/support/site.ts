import type { RouteConfigEntry } from '@react-router/dev/routes';
import { type ComponentType, type ContextType, createElement, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import {
  createBrowserRouter,
  type RouteObject,
  RouterContextProvider,
  UNSAFE_FrameworkContext as FrameworkContext,
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
import { Page, responseOf } from './page.ts';

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

/** What the framework knows of the files of pages: there are none to fetch ahead. */
const NO_FILES = { manifest: { routes: {} }, routeModules: {} } as unknown as ContextType<
  typeof FrameworkContext
>;

/** The routes of the site as the framework has them, with the same loaders, answered by the app under test. */
const site = {
  async show(page: Page, path: string, state: unknown) {
    // What the code of a new page does when it is loaded: it reads the session and the cart.
    syncSession();
    window.dispatchEvent(new StorageEvent('storage', { key: null }));
    history.replaceState(state, '', path);
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
              const ask = async () => responseOf(await page.app.visit(url));
              const answer = await page.answer('GET', url, ask);
              return { status: answer.status, body: (await answer.json()) as unknown };
            },
          });
          return context;
        },
      },
    );
    // The framework writes it before the page.
    document.title = 'A page of the site';
    const place = document.body.appendChild(document.createElement('div'));
    const mounted = createRoot(place);
    const provider = createElement(RouterProvider, { router });
    mounted.render(
      createElement(StrictMode, null, createElement(FrameworkContext, { value: NO_FILES }, provider)),
    );
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
