import { randomUUID } from 'node:crypto';
import cookie from '@fastify/cookie';
import fastify, { type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify';
import { readFirstAnswers } from './agenda/first-answers.ts';
import { agendaRoutes } from './agenda/routes.ts';
import { auditRoutes } from './audit/routes.ts';
import { classRoutes } from './classes/routes.ts';
import { staffBookingRoutes } from './staff-bookings/routes.ts';
import { authRoutes } from './auth/routes.ts';
import { changeEmailRoutes } from './auth/change-email-routes.ts';
import { blogRoutes } from './blog/routes.ts';
import { joinRoutes } from './bookings/join-routes.ts';
import { busyCalendarRoutes } from './calendars/routes.ts';
import { bookingRoutes } from './bookings/routes.ts';
import { suggestionRoutes } from './bookings/suggestion-routes.ts';
import { changeRoutes } from './changes/routes.ts';
import { calendarRoutes } from './feeds/routes.ts';
import { catalogueRoutes } from './catalogue/routes.ts';
import { clientRoutes } from './clients/routes.ts';
import { createSlotGate, type SlotGate } from './checkout/create-checkout.ts';
import { checkoutRoutes } from './checkout/routes.ts';
import { paymentLinkRoutes } from './checkout/payment-link-routes.ts';
import { webhookRoutes } from './checkout/provider-events.ts';
import { selectContentVersions } from './db/content-version.ts';
import type { Deps } from './deps.ts';
import { eventRoutes } from './events/routes.ts';
import { exportRoutes } from './export/routes.ts';
import { formRoutes } from './forms/routes.ts';
import { staffFormRoutes } from './forms/staff-routes.ts';
import { describeApi, serveApiDocuments } from './pages/api-documents.ts';
import { answerErrors } from './http/errors.ts';
import { recordRefusals } from './http/record-refusals.ts';
import { healthRoutes } from './http/health.ts';
import { registerWorkMetrics } from './jobs/work-metrics.ts';
import { readJsonBodies } from './http/json-body.ts';
import { guardAgainstOtherSites, refuseSecondHost } from './http/same-site.ts';
import { createSecurityHeaders, setSecurityHeaders } from './http/security-headers.ts';
import { warnOfUntrustedProxy } from './http/untrusted-proxy.ts';
import type { JobLoop } from './jobs/loop.ts';
import { serializeError } from './runtime/log-error.ts';
import { unawaitedSettled } from './runtime/unawaited.ts';
import { sandboxRoutes } from './sandbox-routes.ts';
import { type PagesSource, servePages } from './pages/serve-pages.ts';
import { serveStaffArea, type StaffFiles } from './pages/serve-staff-area.ts';
import { serviceRoutes } from './slots/routes.ts';
import { sessionRoutes } from './auth/session-routes.ts';
import { settingsRoutes } from './settings/routes.ts';
import { staffRoutes } from './staff/routes.ts';
import { moneyRoutes } from './money/routes.ts';
import { noteRoutes } from './notes/routes.ts';
import { hoursRoutes } from './hours/routes.ts';
import { postRoutes } from './posts/routes.ts';
import { placementRoutes } from './placement/routes.ts';
import { tillRoutes } from './till/routes.ts';
import { userRoutes } from './users/routes.ts';
import { visitRoutes } from './visits/routes.ts';
import { waitlistRoutes } from './waitlist/routes.ts';
import { staffWaitlistRoutes } from './waitlist/staff-waitlist.ts';

/** Creates the bare server. main.ts and tests create it before the dependencies, which log through it. */
export function createServer(options: {
  trustProxy: boolean;
  logger: FastifyServerOptions['logger'];
}): FastifyInstance {
  return fastify({
    trustProxy: options.trustProxy,
    logger: loggerOf(options.logger ?? false),
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
    rewriteUrl: ({ url = '/' }) => normalizeUrl(url),
    genReqId: () => randomUUID(),
    requestTimeout: 30_000,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
  });
}

/** Every logger serialises errors without the values in them. */
function loggerOf(logger: NonNullable<FastifyServerOptions['logger']>): FastifyServerOptions['logger'] {
  if (logger === false) return false;
  return { ...(logger === true ? {} : logger), serializers: { err: serializeError } };
}

/** 'http://host' before the path, as clients send it to a proxy. A server must accept it too (RFC 9112 §3.2.2). */
const ORIGIN_BEFORE_PATH = /^https?:\/\/[^/?#]*/i;

/**
 * Reduces an absolute URL to its path. Malformed percent-encoding, as of a truncated link, is taken literally, so that
 * the visitor gets the HTML page for unknown paths instead of a JSON error.
 */
function normalizeUrl(sent: string): string {
  const bare = sent.replace(ORIGIN_BEFORE_PATH, '');
  const url = bare.startsWith('/') || bare === '*' ? bare : `/${bare}`;
  if (!url.includes('%')) return url;
  const end = url.indexOf('?');
  const path = end < 0 ? url : url.slice(0, end);
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return path.replaceAll('%', '%25') + url.slice(path.length);
  }
}

/** How long a client waits for others who want the same slot: longer than a rush takes, too short to notice. */
const SLOT_GATE_TIMEOUT_MS = 150;

export type AppParts = {
  jobs: JobLoop;
  migrated: () => Promise<boolean>;
  /** Omitted where only the API is tested. */
  pages?: PagesSource;
  /** Omitted where only the API is tested, and in development. Served unless STAFF_AREA is off. */
  staffArea?: StaffFiles | undefined;
  /** Replaces the app's own gate in tests where every buyer must reach the database. */
  slotGate?: SlotGate;
};

/** Registers every plugin and route, in the order in which they handle a request. */
export async function buildApp(app: FastifyInstance, deps: Deps, parts: AppParts): Promise<void> {
  const { config } = deps;
  app.addHook('onClose', unawaitedSettled);
  answerErrors(app);
  warnOfUntrustedProxy(app, config);
  const headers = createSecurityHeaders(config, deps.photos.origins);
  setSecurityHeaders(app, headers);
  refuseSecondHost(app);
  // Most requests are for a cached page and need nothing of what follows.
  if (parts.pages) {
    servePages(app, {
      source: parts.pages,
      siteUrl: config.site_url,
      headers,
      readVersions: () => selectContentVersions(deps.db),
      clock: deps.clock,
    });
  }
  await app.register(cookie);
  if (parts.staffArea && config.STAFF_AREA === 'on') {
    serveStaffArea(app, parts.staffArea, headers.staffPolicy, (request) => readFirstAnswers(deps, request));
  }
  await describeApi(app, config);
  readJsonBodies(app);
  guardAgainstOtherSites(app, deps);
  recordRefusals(app, deps);

  healthRoutes(app, deps, parts.jobs, parts.migrated);
  registerWorkMetrics(deps.metrics.registry, deps.db, deps.clock);
  authRoutes(app, deps);
  changeEmailRoutes(app, deps);
  userRoutes(app, deps);
  sessionRoutes(app, deps);
  serviceRoutes(app, deps);
  bookingRoutes(app, deps);
  joinRoutes(app, deps);
  suggestionRoutes(app, deps);
  changeRoutes(app, deps);
  checkoutRoutes(app, deps, parts.slotGate ?? createSlotGate(SLOT_GATE_TIMEOUT_MS));
  paymentLinkRoutes(app, deps);
  visitRoutes(app, deps);
  waitlistRoutes(app, deps);
  tillRoutes(app, deps);
  webhookRoutes(app, deps);
  formRoutes(app, deps);
  blogRoutes(app, deps);
  eventRoutes(app, deps);
  calendarRoutes(app, deps);
  exportRoutes(app, deps);
  if (config.STAFF_AREA === 'on') {
    staffRoutes(app, deps);
    staffFormRoutes(app, deps);
    agendaRoutes(app, deps);
    staffBookingRoutes(app, deps);
    classRoutes(app, deps);
    auditRoutes(app, deps);
    placementRoutes(app, deps);
    hoursRoutes(app, deps);
    busyCalendarRoutes(app, deps);
    clientRoutes(app, deps);
    noteRoutes(app, deps);
    catalogueRoutes(app, deps);
    postRoutes(app, deps);
    settingsRoutes(app, deps);
    staffWaitlistRoutes(app, deps);
    moneyRoutes(app, deps);
  }
  await sandboxRoutes(app, deps);
  serveApiDocuments(app);
}
