/** The site: the pages of this folder. TypeDoc puts the API reference beside them. */
import { readFileSync } from 'node:fs';
import { defineConfig, type MarkdownRenderer } from 'vitepress';

const index = readFileSync(new URL('../index.md', import.meta.url), 'utf8');

/** The index is the table of contents: what it lists under a heading stands under that heading here. */
const sidebar = index
  .split(/^## /m)
  .slice(1)
  .map((section) => ({
    text: section.slice(0, section.indexOf('\n')),
    collapsed: false,
    items: [...section.matchAll(/\[([^\]]+)\]\(([^)]+)\.md\)/g)].map(([, text, link]) => ({
      text: text[0].toUpperCase() + text.slice(1),
      link: `/${link}`,
    })),
  }));

/** Files of the repository that are no pages of the site stay as words without a link. */
function unlinkRepository(markdown: MarkdownRenderer): void {
  markdown.core.ruler.push('unlink-repository', ({ tokens, env }) => {
    const up = '../'.repeat((env.relativePath ?? '').split('/').length);
    for (const token of tokens) {
      let leaving = false;
      token.children =
        token.children?.filter(({ type, attrs }) => {
          if (type === 'link_open') leaving = attrs?.some(([name, value]) => name === 'href' && value.startsWith(up)) ?? false;
          return !leaving || (type !== 'link_open' && type !== 'link_close');
        }) ?? null;
    }
  });
}

export default defineConfig({
  title: 'NEO-LRP',
  description: 'Where should depots open, which customers should each serve, and how should the vehicles drive?',
  cleanUrls: true,
  srcExclude: ['**/node_modules/**'],
  markdown: { config: unlinkRepository },
  themeConfig: {
    nav: [
      { text: 'Start', link: '/start/planner' },
      { text: 'How to', link: '/how-to/plan-with-your-own-tables' },
      { text: 'Reference', link: '/reference/commands' },
      { text: 'API', link: '/api/index.html', target: '_self' },
      { text: 'Explained', link: '/explained/method' },
    ],
    sidebar,
    search: { provider: 'local' },
    outline: [2, 3],
  },
});
