import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as calls from '#contract/client.calls.ts';
import * as schemas from '#contract/users.schemas.ts';
import { validatePhoto, MAX_PHOTO_BYTES, PHOTO_TYPE } from '#domain/people/photo.ts';
import type { Deps } from '../deps.ts';
import { describeRoute } from '../http/describe-route.ts';
import { sendRefusal } from '../http/errors.ts';
import type { LocalPhotos } from '../ports/photo-store.ts';
import { Refusal, refuse } from '../http/refusal.ts';
import { refuseUnread, route } from '../http/route.ts';
import { newPhotoKey, savePhoto, tooLarge } from './save-photo.ts';
import { insertTicket, isTicketLive } from './store.ts';

/** rules.md §3 */
const UPLOAD_MS = 5 * 60 * 1000;

/** The photo calls (product.md §7.1): one issues an upload address, one publishes the upload. */
export function photoRoutes(app: FastifyInstance, deps: Deps): void {
  const { config, db, photos } = deps;

  route(app, deps, calls.getPresignedUrl, schemas.getPresignedUrl, async ({ body, user, now }) => {
    const size = body.fileSize ?? null;
    const result = validatePhoto({ type: body.fileType, size: size ?? 0 });
    if (!result.ok) return refuse('PHOTO_REFUSED', { message: result.message });
    const upload_key = newPhotoKey();
    const photo_url = `${config.site_url}/uploads/${upload_key}`;
    const expires_at = new Date(now.getTime() + UPLOAD_MS);
    await insertTicket(db, { upload_key, user_id: user.id, photo_url, size, created_at: now, expires_at });
    return {
      uploadUrl: await photos.issueUpload(upload_key, { size, expires_at, now }),
      photoUrl: photo_url,
    };
  });

  route(app, deps, calls.updateProfilePhoto, schemas.updateProfilePhoto, async ({ body, user, now }) => {
    const saved = await savePhoto(deps, user, body.photoUrl, now);
    if (saved instanceof Refusal) return saved;
    return { message: 'Profile photo updated', photo: photos.urlOf(saved.photo_key!) };
  });

  if (photos.local) localRoutes(app, deps, photos.local);
}

type Upload = { Params: { key: string }; Querystring: Record<string, string | undefined> };

function uploadOf({ params, query }: FastifyRequest<Upload>) {
  const { expires = '', size, signature = '' } = query;
  return {
    key: params.key,
    expires: Number(expires),
    size: size === undefined ? null : Number(size),
    signature,
  };
}

/** Uploads and published photos when they are stored in DATA_DIR. No cookie grants access; the address does. */
function localRoutes(app: FastifyInstance, deps: Deps, local: LocalPhotos): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(PHOTO_TYPE, { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.route<Upload>({
      method: 'PUT',
      url: '/uploads/:key',
      schema: describeRoute({
        tag: 'public',
        summary: 'A photo, to its signed address',
        access: 'public',
        media: null,
        takes: PHOTO_TYPE,
      }),
      validatorCompiler: () => () => true,
      bodyLimit: MAX_PHOTO_BYTES,
      // The address and headers decide whether an upload is admitted, before any of the body is read.
      preParsing: async (request, reply, payload) => {
        const now = deps.clock();
        const { key, expires, size, signature } = uploadOf(request);
        const signed = local.isSigned(key, expires, size, signature) && expires > now.getTime();
        if (!signed || !(await isTicketLive(deps.db, key, now)))
          return refuseUnread(reply, refuse('UPLOAD_REFUSED')) as never;
        const declared = Number(request.headers['content-length']);
        if (size !== null && declared > size)
          return refuseUnread(reply, refuse('PHOTO_REFUSED', { message: tooLarge(declared) })) as never;
        return payload;
      },
      handler: async (request, reply) => {
        const { key, size } = uploadOf(request);
        const body = request.body as Buffer | undefined;
        if (!body || body.length === 0) return sendRefusal(reply, refuse('PHOTO_REFUSED'));
        if (size !== null && body.length !== size) {
          const message =
            body.length > size ? tooLarge(body.length) : 'The upload was cut off. Please try again.';
          return sendRefusal(reply, refuse('PHOTO_REFUSED', { message }));
        }
        await local.accept(key, body);
        // Another request used the ticket during the upload and has removed the earlier file.
        if (!(await isTicketLive(deps.db, key, deps.clock()))) {
          await deps.photos.removeUpload(key);
          return sendRefusal(reply, refuse('UPLOAD_REFUSED'));
        }
        return reply.code(200).header('cache-control', 'no-store').send();
      },
    });
  });

  const photo = describeRoute({
    tag: 'public',
    summary: 'A published photo',
    access: 'public',
    media: PHOTO_TYPE,
  });
  app.get<{ Params: { file: string } }>('/photos/:file', { schema: photo }, async (request, reply) => {
    const key = /^([0-9a-f]{32})\.jpg$/.exec(request.params.file)?.[1];
    const photo = key === undefined ? null : await local.read(key);
    if (!photo) return sendRefusal(reply, refuse('NOT_FOUND'));
    return reply
      .headers({
        'content-type': PHOTO_TYPE,
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'content-disposition': 'inline; filename="profile.jpg"',
      })
      .send(photo);
  });
}
