import type * as schemas from './blog.schemas.ts';
import { call } from './call.ts';
import type { Gives, Takes } from './schemas.ts';

type S = typeof schemas;

export const getBlogs = call<Takes<S['getBlogs']>, Gives<S['getBlogs']>>({
  method: 'GET',
  path: '/get-blogs',
  access: 'public',
});
