const style = `
      body { margin: 0; padding: 20px 30px; background: #ffffff; color: #16161a; font: 14px/20px sans-serif; }
      p { margin: 0 0 14px; }
      a { color: inherit; }
      a.btn {
        display: inline-block; box-sizing: border-box; min-width: 150px; padding: 0 20px; border-radius: 6px;
        background: #16161a; color: #ffffff; line-height: 40px; font-weight: bold; text-align: center; text-decoration: none;
      }
      .hidden { display: none; }
    `

/** Wraps the body of every mail in a page. Styles are embedded, because mail programs load no style sheets. */
export function mailLayout(body: string): string {
  return `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">
<html xmlns="http://www.w3.org/1999/xhtml">
  <head>
    <meta http-equiv="Content-Type" content="text/html; charset=utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <style>${style}</style>
  </head>
  <body>
${body}
  </body>
</html>
`
}
