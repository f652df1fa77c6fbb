import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'src/web',
  buildDirectory: 'build',
  ssr: true,
  // The whole route table is smaller than one question to the server about it.
  routeDiscovery: { mode: 'initial' },
  // No route has a clientLoader, so splitting would only add requests.
  splitRouteModules: false,
} satisfies Config;
