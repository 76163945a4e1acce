const MAX_RESULTS = 12;
// Chinese is written without spaces: each character is a word.
const WORD = /\p{Script=Han}|[\p{L}\p{N}_]+/gu;

const IS_CHINESE = document.documentElement.lang.startsWith('zh');

/** Loads everything that can be found; the browser keeps it while it has not changed. */
async function loadSearch() {
  const [{ default: MiniSearch }, { default: entries }] = await Promise.all([
    import('/docs/assets/minisearch.js'),
    IS_CHINESE ? import('/docs/zh/search-index.js') : import('/docs/search-index.js'),
  ]);
  const search = new MiniSearch({
    idField: 'url',
    fields: ['title', 'page', 'text'],
    storeFields: ['title', 'page'],
    tokenize: (text) => text.match(WORD) ?? [],
    searchOptions: {
      boost: { title: 4, page: 2 },
      combineWith: 'AND',
      prefix: true,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
    },
  });
  search.addAll([...new Map(entries.map((entry) => [entry.url, entry])).values()]);
  return search;
}

function toItem({ id, title, page }) {
  const link = document.createElement('a');
  link.href = id;
  link.textContent = title;
  const item = document.createElement('li');
  item.append(link, ` ${page === title ? '' : page}`);
  return item;
}

/** Shows results while the reader types. The arrow keys move through them, Escape ends the search. */
function startSearch(box) {
  const input = box.querySelector('input');
  const status = box.querySelector('[role=status]');
  const list = box.querySelector('ul');
  let loading;

  function show(results) {
    list.replaceChildren(...results.slice(0, MAX_RESULTS).map(toItem));
    const count = IS_CHINESE ? `找到 ${results.length} 条` : `${results.length} found`;
    status.textContent = input.value.trim() === '' ? '' : count;
    box.dataset.open = String(input.value.trim() !== '');
  }
  async function find() {
    loading ??= loadSearch();
    const search = await loading;
    show(search.search(input.value));
  }
  function move(event) {
    const stops = [input, ...list.querySelectorAll('a')];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      stops.at((stops.indexOf(document.activeElement) + step) % stops.length).focus();
    } else if (event.key === 'Escape') {
      input.value = '';
      show([]);
      input.focus();
    }
  }
  box.hidden = false;
  input.addEventListener('input', find);
  box.addEventListener('keydown', move);
  addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.target.closest('input, textarea, select')) return;
    event.preventDefault();
    input.focus();
  });
}

/** Turns sections below each other into tabs, moved by the arrow keys. */
function startTabs(group) {
  const panels = [...group.querySelectorAll('section')];
  const list = document.createElement('div');
  list.setAttribute('role', 'tablist');
  list.setAttribute('aria-label', 'Language');
  const tabs = panels.map((panel, index) => {
    const heading = panel.querySelector('h3');
    const tab = document.createElement('button');
    tab.id = `tab-${index}`;
    tab.type = 'button';
    tab.textContent = heading.textContent;
    tab.setAttribute('role', 'tab');
    tab.setAttribute('aria-controls', `panel-${index}`);
    heading.remove();
    panel.id = `panel-${index}`;
    panel.setAttribute('role', 'tabpanel');
    panel.setAttribute('aria-labelledby', tab.id);
    return tab;
  });
  function select(index) {
    tabs.forEach((tab, each) => {
      tab.setAttribute('aria-selected', String(each === index));
      tab.tabIndex = each === index ? 0 : -1;
      panels[each].hidden = each !== index;
    });
  }
  list.addEventListener('click', ({ target }) => {
    if (tabs.includes(target)) select(tabs.indexOf(target));
  });
  list.addEventListener('keydown', ({ key, target }) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
    if (step === undefined) return;
    const next = (tabs.indexOf(target) + step + tabs.length) % tabs.length;
    select(next);
    tabs[next].focus();
  });
  list.append(...tabs);
  group.prepend(list);
  select(0);
}

startSearch(document.querySelector('#page-search'));
document.querySelectorAll('.tabs').forEach(startTabs);
// Browsers have service workers only on https and on localhost; the pages do without.
navigator.serviceWorker?.register('/docs/offline.js', { scope: '/docs' }).catch(() => undefined);
