import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { ownValue } from '@coffer/fields/ownValue'
import type { Plain } from '../../pb/Host.ts'
import { Record } from '../../pb/Record.ts'
import { decodePath } from '../../runtime/decodePath.ts'
import type { ScriptRequest, ScriptResponse, ServedFile } from '../messages.ts'
import { Cookie } from './Cookie.ts'
import { contentTypeOf } from './contentTypeOf.ts'
import { GoError, StatusError } from './errors.ts'
import { DirFs } from './folders.ts'
import { goJson } from './goJson.ts'
import { goXml } from './goXml.ts'
import { HostFile } from './HostFile.ts'
import { type Form, type FormFile, parseMultipart } from './multipart.ts'
import { publicFile } from './publicFile.ts'
import { Reader, toBytes } from './Reader.ts'

type Pairs = [string, string][]

/** Headers, with the methods of Go's `http.Header`. Names are compared without their case. */
export class Header {
  readonly pairs: Pairs

  constructor(pairs: Pairs) {
    this.pairs = pairs
  }

  #is =
    (name: string) =>
    ([other]: [string, string]) =>
      other.toLowerCase() === String(name).toLowerCase()
  get = (name: string): string => this.pairs.find(this.#is(name))?.[1] ?? ''
  values = (name: string): string[] => this.pairs.filter(this.#is(name)).map(([, value]) => value)
  add = (name: string, value: unknown): void => {
    this.pairs.push([String(name), String(value)])
  }
  del = (name: string): void => {
    const is = this.#is(name)
    for (let index = this.pairs.length - 1; index >= 0; index--)
      if (is(this.pairs[index] as [string, string])) this.pairs.splice(index, 1)
  }
  set = (name: string, value: unknown): void => {
    this.del(name)
    this.add(name, value)
  }
}

/** Infers numbers and booleans of a form, as the API does. */
function inferred(text: string): unknown {
  if (text === 'true') return true
  if (text === 'false') return false
  return /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text) && String(Number(text)) === text ? Number(text) : text
}

function groupValues(pairs: Pairs): Plain {
  const data: Plain = {}
  for (const [name, text] of pairs) {
    if (name === '@jsonPayload') Object.assign(data, parsedObject(text))
    else data[name] = Object.hasOwn(data, name) ? [data[name], inferred(text)].flat() : inferred(text)
  }
  return data
}

function parsedObject(text: string): Plain {
  try {
    const value = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
  } catch {
    return {}
  }
}

/** Returns the lists of values by name. */
function valuesByName(pairs: Pairs): Plain {
  const values = new Map<string, string[]>()
  for (const [name, value] of pairs) {
    const known = values.get(name)
    if (known) known.push(value)
    else values.set(name, [value])
  }
  return Object.fromEntries(values)
}

/** Returns the user name and the password of a header of Basic authentication, and whether it has them, as Go does. */
function basicAuthOf(header: string): [username: string, password: string, isGiven: boolean] {
  const encoded = /^basic ([a-z\d+/]*={0,2})$/i.exec(header)?.[1]
  const [username = '', password] = encoded === undefined ? [] : splitOnce(Buffer.from(encoded, 'base64').toString('utf8'), ':')
  return password === undefined ? ['', '', false] : [username, password, true]
}

/** A file of a form, as in 0.22. */
const formFile = ({ name, filename, bytes, type }: FormFile) => ({
  filename,
  size: bytes.length,
  header: new Header([
    ['Content-Disposition', `form-data; name="${name}"; filename="${filename}"`],
    ...(type === '' ? [] : [['Content-Type', type] satisfies [string, string]]),
  ]),
  open: () => new Reader(bytes),
})

/** The context of a request, as in 0.22. */
export class HttpContext {
  #request: ScriptRequest
  readonly #store: Map<string, unknown>
  readonly #query: URLSearchParams
  readonly #header: Header
  readonly #response: Header = new Header([])
  readonly #url: { path: string; rawQuery: string; host: string; query: () => object; string: () => string }
  #body: Reader
  #form: Form | undefined
  #status: number | undefined
  #isPassed = false
  /** The headers when the response was sent: what is set later comes too late. */
  #sent: Pairs | undefined
  #content: Uint8Array | string | undefined
  #file: ServedFile | undefined

  /** @param identify returns the values of `authRecord` and `admin` when they are needed */
  constructor(request: ScriptRequest, identify: () => Plain) {
    this.#request = request
    this.#store = new Map()
    const [path = '', rawQuery = ''] = splitOnce(request.url, '?')
    this.#query = new URLSearchParams(rawQuery)
    this.#header = new Header(Object.entries(request.headers))
    this.#body = new Reader(request.body ?? new Uint8Array())
    const host = request.headers.host ?? request.headers[':authority'] ?? ''
    this.#url = { path: decodePath(path), rawQuery, host, query: () => new Header([...this.#query]), string: () => request.url }
    this.#identify = identify
  }

  #identify: () => Plain
  #identity: Plain | undefined

  get identity(): Plain {
    this.#identity ??= this.#identify()
    return this.#identity
  }

  get isCommitted(): boolean {
    return this.#status !== undefined
  }

  /** What has been responded so far. */
  get outcome(): ScriptResponse {
    return {
      headers: this.#sent ?? [...this.#response.pairs],
      ...(this.#status !== undefined && { status: this.#status }),
      ...(this.#isPassed && { isPassed: true as const }),
      ...(this.#content !== undefined && { body: this.#content }),
      ...(this.#file && { file: this.#file }),
    }
  }

  /** Continues with the request as its route sees it, which has parameters and a body. */
  enter(request: ScriptRequest): void {
    this.#request = request
    this.#body = new Reader(request.body ?? new Uint8Array())
  }

  /** Notes that a route of the server has responded. */
  pass(status: number): void {
    this.#respond(status, '', undefined)
    this.#isPassed = true
  }

  pathParam = (name: string): string => ownValue(this.#request.params, name) ?? ''
  pathParamDefault = (name: string, value: string): string => this.pathParam(name) || value
  queryParam = (name: string): string => this.#query.get(name) ?? ''
  queryParamDefault = (name: string, value: string): string => this.queryParam(name) || value
  queryParams = (): Plain => valuesByName([...this.#query])
  queryString = (): string => this.#url.rawQuery
  path = (): string => this.#request.pattern
  scheme = (): string => (this.#request.isSecure ? 'https' : 'http')
  isTLS = (): boolean => this.#request.isSecure
  isWebSocket = (): boolean => this.#header.get('upgrade').toLowerCase() === 'websocket'
  realIP = (): string => this.#request.remoteIp
  get = (key: string): unknown => {
    if (this.#store.has(key)) return this.#store.get(key)
    return key === 'authRecord' || key === 'admin' ? (this.identity[key] ?? null) : null
  }
  set = (key: string, value: unknown): void => {
    this.#store.set(key, value)
  }

  request = () => ({
    method: this.#request.method,
    url: this.#url,
    header: this.#header,
    host: this.#url.host,
    remoteAddr: this.#request.remoteIp,
    body: this.#body,
    cookies: this.cookies,
    cookie: this.cookie,
    userAgent: () => this.#header.get('user-agent'),
    referer: () => this.#header.get('referer'),
    formValue: this.formValue,
    basicAuth: () => basicAuthOf(this.#header.get('authorization')),
    /** The values of the body, which only `loadRequest` of forms reads. */
    data: () => this.data,
    /** The files of the body, which only `loadRequest` of forms reads. */
    files: () => this.#files.map(({ name, filename, bytes }) => ({ name, file: new HostFile(bytes, filename) })),
  })

  response = () => {
    const status = () => this.#status ?? 200
    const isCommitted = () => this.isCommitted
    const content = () => toBytes(this.#content ?? '')
    return {
      header: () => this.#response,
      get status() {
        return status()
      },
      get committed() {
        return isCommitted()
      },
      get size() {
        return content().length
      },
      /** The whole response is sent at once, when the handlers have ended. */
      flush: () => undefined,
      write: (bytes: unknown): number => this.#write(toBytes(bytes)),
      /** Answers with a stored file, which only `serve` of file systems uses. */
      serve: (file: ServedFile): void => {
        if (!this.isCommitted) this.#file = file
        this.#respond(200, '', undefined)
      },
    }
  }

  /** Appends bytes to the response, and returns their number. */
  #write(bytes: Buffer): number {
    if (this.#isPassed || this.#file) throw new GoError('What the server responds cannot be extended. Respond in the handler.')
    if (this.isCommitted) this.#content = Buffer.concat([toBytes(this.#content ?? ''), bytes])
    else this.#respond(200, '', bytes)
    return bytes.length
  }

  /** The data of the body, as rules read it. */
  get data(): Plain {
    const isJson = !this.#request.form && this.#header.get('content-type').startsWith('application/json')
    return isJson ? parsedObject(this.#body.text) : groupValues(this.#formPairs)
  }

  get #files(): FormFile[] {
    return this.#header.get('content-type').startsWith('multipart/form-data') ? this.#multipart.files : []
  }

  get #multipart(): Form {
    this.#form ??= parseMultipart(this.#body.bytes, this.#header.get('content-type'))
    return this.#form
  }

  /** The values of a form in the body; none of other bodies. */
  get #formPairs(): Pairs {
    if (this.#request.form) return this.#request.form
    const type = this.#header.get('content-type')
    if (type.startsWith('multipart/form-data')) return this.#multipart.values
    return type.startsWith('application/x-www-form-urlencoded') ? [...new URLSearchParams(this.#body.text)] : []
  }

  /** The values of the form and of the query in the order of Go, which appends a multipart form to the query. */
  get #formAndQuery(): Pairs {
    const isMultipart = this.#header.get('content-type').startsWith('multipart/form-data')
    return isMultipart ? [...this.#query, ...this.#formPairs] : [...this.#formPairs, ...this.#query]
  }

  formValue = (name: string): string => this.#formAndQuery.find(([other]) => other === name)?.[1] ?? ''
  formValues = (): Plain => valuesByName(this.#formAndQuery)
  formFile = (name: string) => {
    const found = this.#multipart.files.find(file => file.name === name)
    if (!found) throw new GoError('http: no such file')
    return formFile(found)
  }
  cookies = (): Cookie[] =>
    this.#header
      .get('cookie')
      .split(';')
      .map(part => splitOnce(part.trim(), '='))
      .filter(([name]) => name)
      .map(([name = '', value = '']) => new Cookie({ name, value }))
  cookie = (name: string): Cookie => {
    const found = this.cookies().find(cookie => cookie.name === name)
    if (!found) throw new GoError('http: named cookie not present')
    return found
  }
  /** A cookie with an invalid name is left out, as in 0.22. */
  setCookie = (cookie: Cookie): void => {
    const header = new Cookie({ ...cookie }).toHeader()
    if (header !== undefined) this.#response.add('Set-Cookie', header)
  }
  bind = (target: Plain): void => {
    for (const [name, value] of Object.entries(this.data)) {
      if (!isSettable(target, name)) continue
      const kind = Object.is(target[name], -0) || !Number.isInteger(target[name]) ? 'float64' : 'int64'
      if (typeof target[name] === 'number' && typeof value !== 'number')
        throw new StatusError(400, `json: cannot unmarshal ${typeof value} into Go struct field .${name} of type ${kind}`)
      target[name] = value
    }
  }

  json = (status: number, value: unknown): void => this.jsonBlob(status, `${goJson(value)}\n`)
  jsonPretty = (status: number, value: unknown, indent: string): void => this.jsonBlob(status, `${goJson(value, indent)}\n`)
  jsonBlob = (status: number, text: unknown): void => this.#respond(status, 'application/json; charset=UTF-8', String(text))
  jsonp = (status: number, callback: string, value: unknown): void =>
    this.#respond(status, 'application/javascript; charset=UTF-8', `${callback}(${goJson(value)}\n);`)
  html = (status: number, text: string): void => this.#respond(status, 'text/html; charset=UTF-8', String(text))
  htmlBlob = (status: number, bytes: unknown): void => this.#respond(status, 'text/html; charset=UTF-8', toBytes(bytes))
  string = (status: number, text: string): void => this.#respond(status, 'text/plain; charset=UTF-8', String(text))
  xml = (status: number, value: unknown): void => this.xmlBlob(status, goXml(value))
  xmlPretty = (status: number, value: unknown): void => this.xmlBlob(status, goXml(value, '\n'))
  xmlBlob = (status: number, bytes: unknown): void =>
    this.#respond(status, 'application/xml; charset=UTF-8', `<?xml version="1.0" encoding="UTF-8"?>\n${toBytes(bytes)}`)
  blob = (status: number, type: string, bytes: unknown): void => this.#respond(status, type, toBytes(bytes))
  stream = (status: number, type: string, reader: Reader): void => this.#respond(status, type, reader.bytes)
  noContent = (status: number): void => this.#respond(status, '', undefined)
  redirect = (status: number, url: string): void => {
    if (status < 300 || status > 308) throw new GoError('invalid redirect status code')
    this.#response.set('Location', url)
    this.#respond(status, '', undefined)
  }
  file = (path: string): void => {
    let bytes: Buffer
    try {
      bytes = readFileSync(path)
    } catch {
      throw new StatusError(404, 'Not Found')
    }
    this.#respond(200, contentTypeOf(path), bytes)
  }
  /** Sends the file of a folder that the wildcard of the path names, or the folder's `index.html` if there is none. */
  fileOf = (folder: string, isFallback: boolean): void => this.file(publicFile(folder, this.pathParam('*'), isFallback))
  attachment = (path: string, name: string): void => this.#named('attachment', path, name)
  inline = (path: string, name: string): void => this.#named('inline', path, name)

  /** Sends the file of a folder that `$os.dirFS` has returned. */
  fileFS = (name: string, folder: unknown): void => {
    if (!(folder instanceof DirFs)) throw new GoError('fileFS needs what $os.dirFS returns.')
    this.file(folder.pathOf(name))
  }

  #named(disposition: string, path: string, name = basename(path)): void {
    this.#response.set('Content-Disposition', `${disposition}; filename="${name.replaceAll(/["\\]/g, '\\$&')}"`)
    this.file(path)
  }

  #respond(status: number, type: string, content: Uint8Array | string | undefined): void {
    if (this.isCommitted) return
    if (type) this.#response.set('Content-Type', type)
    this.#status = status
    this.#content = content
    this.#sent = [...this.#response.pairs]
  }
}

/** Whether a client can set a property of a model or form: none of its methods, and nothing that it computes. */
function isSettable(target: object, name: string): boolean {
  for (let owner: object | null = name === '__proto__' ? null : target; owner; owner = Object.getPrototypeOf(owner)) {
    const found = Object.getOwnPropertyDescriptor(owner, name)
    if (found) return found.set !== undefined || (found.writable === true && typeof found.value !== 'function')
  }
  return false
}

function splitOnce(text: string, separator: string): string[] {
  const at = text.indexOf(separator)
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + separator.length)]
}

/** Returns what rules read about a request, and who makes it, as `$apis.requestInfo` of 0.22. */
export function requestInfo(context: HttpContext) {
  const { method, header } = context.request()
  const first = (pairs: Plain) => Object.fromEntries(Object.entries(pairs).map(([name, values]) => [name, [values].flat()[0]]))
  const headers = Object.fromEntries(header.pairs.map(([name, value]) => [name.toLowerCase().replaceAll('-', '_'), value]))
  const authRecord = context.get('authRecord')
  return {
    context: 'default',
    method,
    query: first(context.queryParams()),
    data: context.data,
    headers,
    authRecord: authRecord instanceof Record ? authRecord : null,
    admin: context.get('admin'),
  }
}
