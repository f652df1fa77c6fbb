import type { Key, ReactElement } from 'react';
import { jsx, jsxs } from '#jsx/jsx-runtime';

export { Fragment, type JSX } from '#jsx/jsx-runtime';

/** The same in development, where one function makes all elements. */
export const jsxDEV = (
  type: Parameters<typeof jsx>[0],
  props: Parameters<typeof jsxs>[1],
  key: Key | undefined,
  hasSeveral: boolean,
): ReactElement => (hasSeveral ? jsxs : jsx)(type, props, key);
