// Loaded first (`node --import`), makes a process in which the optional native hasher is not installed.
import { register } from 'node:module';

const hooks = `export const resolve = async (request, context, next) => {
  if (request.includes('@napi-rs/blake-hash')) throw new Error('not installed');
  return next(request, context);
};`;

register(`data:text/javascript,${encodeURIComponent(hooks)}`);
