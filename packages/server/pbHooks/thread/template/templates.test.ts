import { describe, expect, test } from 'vitest'
import { DateTime } from '../../../pb/DateTime.ts'
import { functions } from './functions.ts'
import { parseTemplate, type Templates } from './parseTemplate.ts'
import { renderTemplate } from './renderTemplate.ts'

function render(source: string, data: unknown = {}): string {
  const templates: Templates = new Map()
  parseTemplate('page', source, templates)
  return renderTemplate(templates, 'page', data, functions)
}

describe('templates', () => {
  test.each([
    ['{{if and .a (not .b)}}one{{else if eq .b "x" "y"}}two{{else}}three{{end}}', { a: 1, b: 'y' }, 'two'],
    ['{{and .none true}}|{{or .none "last"}}|{{and 1 0 2}}', {}, '|last|0'],
    ['{{range $key, $value := .map}}{{$key}}={{$value}};{{else}}none{{end}}', { map: { b: 2, a: [1, 2] } }, 'a=[1 2];b=2;'],
    ['{{range .list}}{{if eq . 2}}{{continue}}{{end}}{{if gt . 3}}{{break}}{{end}}{{.}}{{end}}', { list: [1, 2, 3, 4] }, '13'],
    ['{{range .list}}x{{else}}none{{end}}', { list: [] }, 'none'],
    ['{{$sum := 0}}{{range .}}{{$sum = .}}{{end}}{{$sum}}', [1, 2], '2'],
    ['a  {{- /* a comment */ -}}  b', {}, 'ab'],
    ['<constructor>{{.x}}</constructor>', { x: '<b>' }, '<constructor>&lt;b&gt;</constructor>'],
    ['{{with .deep.er}}{{.}}{{$.name}}{{end}}{{.missing.too}}', { deep: { er: 1 }, name: 'n' }, '1n'],
    ['{{define "x"}}[{{.}}]{{end}}{{template "x" 1}}{{block "y" .}}y{{end}}', {}, '[1]y'],
    [
      '{{len "äb"}} {{index .list 1}} {{index .map "k"}} {{printf "%d of %v" 1 "x"}} {{slice "abc" 1 2}}',
      { list: [1, 2], map: { k: 'v' } },
      '3 2 v 1 of x b',
    ],
    ['{{.date.Time.Year}} {{.date.String}}', { date: new DateTime('2026-03-04 05:06:07.089Z') }, '2026 2026-03-04 05:06:07.089Z'],
  ])('the template %s is rendered with the data %j', (source, data, printed) => {
    expect(render(source, data)).toBe(printed)
  })

  test.each([
    '{{if .a}}open',
    '{{end}}',
    '{{.a',
    '{{nope .}}',
    '{{template "none"}}',
    '{{$x}}',
    '{{.a | }}',
    '{{define "x"}}{{template "x"}}{{end}}{{template "x"}}',
    '{{index .list 5}}',
    '<a href="{{.a}}',
    '<script>{{.a}}',
  ])('the template %s throws an error', source => {
    expect(() => render(source, { list: [] })).toThrow(Error)
  })

  test('templates cannot read members of JavaScript objects, such as constructor, as fields', () => {
    expect(render('{{.constructor}}{{.toString}}{{.__proto__}}', {})).toBe('')
    expect(() => render('{{.date.Constructor}}', { date: new DateTime('') })).toThrow(/can't evaluate/)
  })
})

const attack = `"'><script>alert(1)</script>`

describe('values in HTML are escaped for their place', () => {
  test.each([
    ['<p>{{.}}</p>', attack, '<p>&#34;&#39;&gt;&lt;script&gt;alert(1)&lt;/script&gt;</p>'],
    ['<p title="{{.}}">', attack, '<p title="&#34;&#39;&gt;&lt;script&gt;alert(1)&lt;/script&gt;">'],
    ['<p title={{.}}>', 'a onclick=b', '<p title=a&#32;onclick&#61;b>'],
    ['<p title={{.}}>', '', '<p title=ZgotmplZ>'],
    ['<p {{.}}>', 'onclick', '<p ZgotmplZ>'],
    ['<p {{.}}>', 'hidden', '<p hidden>'],
    ['<a href="{{.}}">', 'javascript:alert(1)', '<a href="#ZgotmplZ">'],
    ['<a href="{{.}}">', ' java\tscript:alert(1)', '<a href="#ZgotmplZ">'],
    ['<a href={{.}}>', 'JavaScript:alert(1)', '<a href=#ZgotmplZ>'],
    ['<a href="java{{.}}">', 'script:alert(1)', '<a href="java#ZgotmplZ">'],
    ['<a href="javascript:f({{.}})">', 'alert(1)', '<a href="javascript:f(#ZgotmplZ)">'],
    ['<a href="javascript&colon;f({{.}})">', 'alert(1)', '<a href="javascript&colon;f(#ZgotmplZ)">'],
    ['<a hr{{.}}="{{.}}">', 'ef', '<a hrZgotmplZ="ef">'.replace('ZgotmplZ', 'ef')],
    ['<a href="/search?q={{.}}&n=1">', 'a&b c/?', '<a href="/search?q=a%26b%20c%2F%3F&n=1">'],
    ['<a href="{{.}}">', 'https://a.example/b c?d=e&f="', '<a href="https://a.example/b%20c?d=e&amp;f=%22">'],
    ['<img data-src="{{.}}" xlink:href="{{.}}">', 'data:x', '<img data-src="#ZgotmplZ" xlink:href="#ZgotmplZ">'],
    ['<img srcset="{{.}}">', 'a.png 2x, javascript:x', '<img srcset="a.png 2x, #ZgotmplZ">'],
    ['<p style="color: {{.}}">', 'red; background: url(x)', '<p style="color: ZgotmplZ">'],
    ['<p style="color: {{.}}">', '#ff0000', '<p style="color: #ff0000">'],
    ['<style>p { color: {{.}} }</style>', '</style><script>', '<style>p { color: ZgotmplZ }</style>'],
    ['<script>x = {{.}}; y = 1</script>', '</script>', '<script>x = "\\u003c/script\\u003e"; y = 1</script>'],
    ['<script>x = "{{.}}"</script>', '";alert(1)//', '<script>x = "\\u0022;alert\\u00281\\u0029\\u002f\\u002f"</script>'],
    ['<script>x = `{{.}}`</script>', `\${alert(1)}\``, '<script>x = `\\u0024\\u007balert\\u00281\\u0029\\u007d\\u0060`</script>'],
    ['<script>/* {{.}} */ // {{.}}\nx = {{.}}</script>', '*/ alert(1)', '<script>/*  */ // \nx = "*/ alert(1)"</script>'],
    ['<p onclick="f({{.}})">', `');alert(1)//"`, '<p onclick="f(&#34;&#39;);alert(1)//\\&#34;&#34;)">'],
    ['<!-- {{.}} --><p>', '--><script>', '<p>'],
    ['<{{.}}>', 'script', '&lt;script>'],
    ['<textarea>{{raw .}}</textarea>', '</textarea><script>', '<textarea>&lt;/textarea&gt;&lt;script&gt;</textarea>'],
    ['<p title="{{raw .}}">', '&amp;">', '<p title="&amp;&#34;&gt;">'],
    ['<p>{{raw .}}</p><script>x = {{raw .}}</script>', '<b>', '<p><b></p><script>x = "\\u003cb\\u003e"</script>'],
    ['<script>x = "{{.}}";</script><p>{{.}}</p>', '<', '<script>x = "\\u003c";</script><p>&lt;</p>'],
  ])('the template %s escapes the value %j for its place', (source, value, printed) => {
    expect(render(source, value)).toBe(printed)
  })

  test('the name of an attribute that a value completes decides how the value of the attribute is escaped', () => {
    expect(render('<a hr{{.a}}="{{.b}}">', { a: 'ef', b: 'javascript:alert(1)' })).toBe('<a href="#ZgotmplZ">')
    expect(render('<p o{{.a}}="{{.b}}">', { a: 'nclick', b: 'alert(1)' })).toBe('<p onclick="&#34;alert(1)&#34;">')
  })

  test.each([
    '<scr{{.}}>',
    '<scr{{if .}}ipt{{end}}>{{.}}',
    '<p onclick="f(&quot;{{.}}&quot;)">',
    '<script>x = /"/; y = {{.}}</script>',
    `<script>x = \`\${ {{.}} }\`</script>`,
    '<script>x = "\\{{.}}"</script>',
  ])('the template %s throws an error, because the place of its value is unclear', source => {
    expect(() => render(source, 'ipt')).toThrow(Error)
  })
})
