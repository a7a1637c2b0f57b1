import { demoPassword, demoUsers } from '../startDemo.ts'
import type { Recipe } from './Recipe.ts'

const ada = demoUsers.ada.id
const ben = demoUsers.ben.id
const first = 'post00000000001'
const second = 'post00000000002'
const draft = 'post00000000003'

const newPost = (author: string, values: object = {}) => ({ title: 'A new post', status: 'draft', author, ...values })
const password = { password: demoPassword, passwordConfirm: demoPassword }

/** Recipes for rules that decide about changes. */
export const writeRecipes: Recipe[] = [
  {
    title: 'Create only in your own name',
    collection: 'posts',
    rule: 'createRule',
    text: '@request.auth.id != "" && author = @request.auth.id',
    explanation: 'A create rule sees the record as it would be stored.',
    cases: [
      { text: 'Ben creates a post as Ben', by: 'ben', body: newPost(ben), allowed: true },
      { text: 'Ben creates a post as Ada', by: 'ben', body: newPost(ada), allowed: false },
      { text: 'A guest creates a post as Ada', by: 'guest', body: newPost(ada), allowed: false },
    ],
  },
  {
    title: 'Create only with a certain value',
    collection: 'posts',
    rule: 'createRule',
    text: '@request.auth.id != "" && author = @request.auth.id && status = "draft"',
    explanation: 'New posts start as drafts.',
    cases: [
      { text: 'Ben creates a draft', by: 'ben', body: newPost(ben), allowed: true },
      { text: 'Ben publishes at once', by: 'ben', body: newPost(ben, { status: 'published' }), allowed: false },
    ],
  },
  {
    title: 'A field that users must not send',
    collection: 'users',
    rule: 'createRule',
    text: '@request.data.role:isset = false',
    explanation: '`:isset` asks whether the request contains the field at all. Everybody can register; nobody can choose a role.',
    cases: [
      { text: 'A guest registers', by: 'guest', body: { username: 'newcomer', ...password }, allowed: true },
      {
        text: 'A guest registers as an editor',
        by: 'guest',
        body: { username: 'crook', role: 'editor', ...password },
        allowed: false,
      },
    ],
  },
  {
    title: 'Depending on a related record',
    collection: 'comments',
    rule: 'createRule',
    text: '@request.auth.id != "" && author = @request.auth.id && post.status = "published"',
    explanation: 'A path follows relations of the new record: comments are allowed below published posts.',
    cases: [
      { text: 'Ben comments on a published post', by: 'ben', body: { post: first, author: ben, text: 'Nice.' }, allowed: true },
      { text: 'Ben comments on a draft', by: 'ben', body: { post: draft, author: ben, text: 'Nice.' }, allowed: false },
    ],
  },
  {
    title: 'Requests with a certain header',
    collection: 'posts',
    rule: 'createRule',
    text: '@request.headers.x_import_key = "a-long-random-key"',
    explanation: 'Names of headers are written in lower case with `_`: `X-Import-Key` is `x_import_key`. Useful for scripts.',
    cases: [
      {
        text: 'A script sends `X-Import-Key: a-long-random-key`',
        by: 'guest',
        body: newPost(ada),
        headers: { 'X-Import-Key': 'a-long-random-key' },
        allowed: true,
      },
      { text: 'A guest sends none', by: 'guest', body: newPost(ada), allowed: false },
    ],
  },
  {
    title: 'Update while it is a draft',
    collection: 'posts',
    rule: 'updateRule',
    text: '@request.auth.id != "" && author = @request.auth.id && status != "published"',
    explanation: 'An update rule sees the stored record, before the change.',
    cases: [
      { text: 'Ada changes her draft', by: 'ada', record: draft, body: { title: 'Almost ready' }, allowed: true },
      { text: 'Ada changes her published post', by: 'ada', record: first, body: { title: 'Changed' }, allowed: false },
    ],
  },
  {
    title: 'Update, but not this field',
    collection: 'posts',
    rule: 'updateRule',
    text: '@request.auth.id != "" && author = @request.auth.id && (@request.data.pinned:isset = false || @request.data.pinned = pinned)',
    explanation: 'New values are below `@request.data`. Forms that send the unchanged value back still work.',
    cases: [
      { text: 'Ben changes the title', by: 'ben', record: second, body: { title: 'A better title' }, allowed: true },
      { text: 'Ben sends the stored value back', by: 'ben', record: second, body: { pinned: false }, allowed: true },
      { text: 'Ben pins his post', by: 'ben', record: second, body: { pinned: true }, allowed: false },
    ],
  },
  {
    title: 'Only these steps of a workflow',
    collection: 'posts',
    rule: 'updateRule',
    text: '(status = "draft" && @request.data.status = "review" && author = @request.auth.id && @request.auth.id != "") || (@request.data.status:isset = true && @request.auth.role = "editor")',
    explanation: 'Authors hand in drafts for review, and editors decide.',
    cases: [
      {
        text: 'Ada, an editor, publishes the post of Ben',
        by: 'ada',
        record: second,
        body: { status: 'published' },
        allowed: true,
      },
      { text: 'Ben publishes his post', by: 'ben', record: second, body: { status: 'published' }, allowed: false },
    ],
  },
  {
    title: 'Delete what is yours, or below what is yours',
    collection: 'comments',
    rule: 'deleteRule',
    text: '@request.auth.id != "" && (author = @request.auth.id || post.author = @request.auth.id)',
    explanation: 'Users can delete their own comments, and authors can delete all comments on their posts.',
    cases: [
      { text: "Ben deletes Ada's comment", by: 'ben', record: 'comment00000002', allowed: false },
      { text: "Ada deletes Ben's comment below her post", by: 'ada', record: 'comment00000001', allowed: true },
    ],
  },
]
