import type { CodeHook } from '../../../queries/code.ts'

const actions: Record<CodeHook['action'], string> = {
  create: 'create',
  update: 'update',
  delete: 'delete',
  list: 'list',
  view: 'view',
  signIn: 'sign-in',
}

/** Returns when a hook is called: `posts, before create`. */
export function hookText({ collection, time, action }: Pick<CodeHook, 'collection' | 'time' | 'action'>): string {
  return `${collection === '*' ? 'All collections' : collection}, ${time} ${actions[action]}`
}
