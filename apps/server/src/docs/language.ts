import type { Language } from '@procurement-intents/contract';
import { DOCS } from './site-map.ts';

/** Where the page at a path of the reference is in Chinese, if it is there. */
export const chinesePath = (path: string): string => `${DOCS}/zh${path.slice(DOCS.length)}`;

/** The value of `lang` and `hreflang`. */
export const LANGUAGE_TAGS: Record<Language, string> = { en: 'en', zh: 'zh-CN' };

/** What the frame of every page says. */
export const FRAME_TEXTS = {
  en: {
    service: 'Procurement Intent Service',
    skip: 'Skip to the text',
    search: 'Search the documents',
    placeholder: 'Search',
    allPages: 'All pages',
    onThisPage: 'On this page',
    overview: 'Overview',
    tryCall: 'Try a call',
    data: 'Data of answers',
    errors: 'Errors',
    groups: {
      Start: 'Start',
      Operations: 'Operations',
      Reference: 'Reference',
      Guides: 'Guides',
      Examples: 'Examples',
      Packages: 'Packages',
    },
  },
  zh: {
    service: '采购意图服务',
    skip: '跳到正文',
    search: '搜索文档',
    placeholder: '搜索',
    allPages: '所有页面',
    onThisPage: '本页内容',
    overview: '概览',
    tryCall: '试一次调用',
    data: '响应数据',
    errors: '错误',
    groups: {
      Start: '开始',
      Operations: '操作',
      Reference: '参考',
      Guides: '指南',
      Examples: '示例',
      Packages: '软件包',
    },
  },
} as const;

/** The link to the page in the other language: how the reader knows it, and what it asks the server to remember. */
export const OTHER_LANGUAGE = {
  en: { language: 'zh', label: '中文' },
  zh: { language: 'en', label: 'English' },
} as const satisfies Record<Language, { language: Language; label: string }>;
