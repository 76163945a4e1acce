import type { Article } from './html.ts';
import { escapeHtml } from '../escape-html.ts';
import { chinesePath, FRAME_TEXTS } from './language.ts';
import { DOCS, ERRORS_PATH, TRY_PATH } from './site-map.ts';

/** The first page in Chinese: what there is in Chinese, and where the rest is. */
export function chineseOverview(documents: readonly { path: string; title: string }[]): Article {
  const { service, errors } = FRAME_TEXTS.zh;
  const items = [...documents, { path: chinesePath(ERRORS_PATH), title: errors }].map(
    ({ path, title }) => `<li><a href="${path}">${escapeHtml(title)}</a></li>`,
  );
  const path = chinesePath(DOCS);
  const content = `<h1>${service}</h1>
<p>通过 API 在电商平台上采购：你的系统发来一个采购意图，服务检查商品页面，在平台上最多下一个订单，并报告进展，直到拿到运单号。</p>
<h2 id="documents">中文文档</h2>
<ul>
${items.join('\n')}
</ul>
<p>操作、字段、配置项以及其余指南目前只有<a href="${DOCS}?lang=en" hreflang="en">英文版</a>。供程序读取：<a href="/openapi.json">openapi.json</a>、<a
href="/openapi.yaml">openapi.yaml</a>。手动发送一次请求：<a href="${TRY_PATH}" hreflang="en">试一次调用</a>。</p>`;
  return {
    path,
    title: service,
    content,
    headings: [],
    entries: [{ url: path, page: service, title: service, text: '' }],
  };
}
