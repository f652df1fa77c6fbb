import type * as schemas from './blog.schemas.ts';
import { call } from './call.ts';

type S = typeof schemas;

export const getBlogs = call<S['getBlogs']>()({
  method: 'GET',
  path: '/get-blogs',
  access: 'public',
  limit: 'read',
});
