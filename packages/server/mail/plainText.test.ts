import { expect, test } from 'vitest'
import { plainText } from './plainText.ts'

test.each([
  ['', ''],
  ['<span>a</span>   b   <div>c</div>', 'a b \r\nc'],
  ['<a href="">test</a>', '[test]'],
  ['<a>test</a>', '[test]'],
  ['<a href="https://x.example/?a=1&amp;b=2">to <b>x</b></a>', '[to x](https://x.example/?a=1&b=2)'],
  ['<p><a href="https://y.example"><img src="x"/></a></p>', '[LINK](https://y.example)'],
  ['one<br/>two<br><br>three', 'one\r\ntwo\r\n\r\nthree'],
  ['<p>one</p>\n  <p>two</p><p></p><p>three</p>', 'one \r\ntwo\r\nthree'],
  ['before <ul><li>one</li><li>two</li></ul>', 'before \r\n- one\r\n- two'],
  ['<style>p{}</style><script>x</script><p>text</p><button>no</button><!-- no -->', 'text'],
  ['&lt;b&gt; &amp; &quot;', '<b> & "'],
  ['<table><tr><td>a</td><td>b</td></tr></table>', 'a\r\nb'],
])('the plain text of %j is %j', (html, text) => {
  expect(plainText(html)).toBe(text)
})

test('the plain text of deeply nested markup is complete', () => {
  expect(plainText(`${'<div>'.repeat(20_000)}deep`)).toBe('deep')
})
