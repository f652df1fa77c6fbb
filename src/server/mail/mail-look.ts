/** The site's colours (src/web/tokens.css) as plain hex for mail clients, light and dark. */
export const LIGHT = {
  paper: '#fbf7f0',
  surface: '#fffdf9',
  sunken: '#f4eee3',
  ink: '#1e2a24',
  muted: '#5b665f',
  line: '#e6dfd2',
  sage: '#3e5f4c',
  on_sage: '#ffffff',
  turmeric: '#c58b2a',
} as const;

const DARK: Readonly<Record<keyof typeof LIGHT, string>> = {
  paper: '#111613',
  surface: '#18201b',
  sunken: '#0d110f',
  ink: '#ede7db',
  muted: '#a9b2aa',
  line: '#2a342d',
  sage: '#8fbfa3',
  on_sage: '#102018',
  turmeric: '#d9a54a',
};

export const DISPLAY_FONT = "Fraunces, Georgia, 'Times New Roman', serif";
export const TEXT_FONT = "'Nunito Sans', 'Segoe UI', Helvetica, Arial, sans-serif";

/**
 * Mail clients with a dark scheme (Apple Mail, Outlook's apps by [data-ogsc]) use these rules; others keep the light
 * inline colours.
 */
export function darkStyles(): string {
  const rules = (prefix: string) =>
    [
      `${prefix}.m-paper{background-color:${DARK.paper}!important}`,
      `${prefix}.m-surface{background-color:${DARK.surface}!important;border-color:${DARK.line}!important}`,
      `${prefix}.m-sunken{background-color:${DARK.sunken}!important}`,
      `${prefix}.m-ink{color:${DARK.ink}!important}`,
      `${prefix}.m-muted{color:${DARK.muted}!important}`,
      `${prefix}.m-line{border-color:${DARK.line}!important}`,
      `${prefix}.m-link{color:${DARK.sage}!important}`,
      `${prefix}.m-button{background-color:${DARK.sage}!important;color:${DARK.on_sage}!important}`,
      `${prefix}.m-amp{color:${DARK.turmeric}!important}`,
    ].join('');
  return `@media (prefers-color-scheme:dark){${rules('')}}${rules('[data-ogsc] ')}`;
}
