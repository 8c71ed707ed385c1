// What the user does.

const arrangement = new Arrangement();
const state = {
  side: AFTER, open: new Set(), constants: false, selected: null, matches: [], layout: null, lines: [],
  themes: ['auto', 'light', 'dark'], theme: 'auto',
};
const isOpen = (block) => state.open.has(block);
const isShown = (node) => state.constants || !isConstant(node);
const stillness = matchMedia('(prefers-reduced-motion: reduce)');

//===-- View ------------------------------------------------------------===//

const zoom = d3.zoom().scaleExtent([0.02, 3]).on('zoom', () => canvas.attr('transform', d3.event.transform));
svg.call(zoom).on('dblclick.zoom', null);
const moving = () => (stillness.matches || document.hidden ? svg : svg.transition().duration(250));
const view = () => svg.node().getBoundingClientRect();

/** Shows all of the graph, or the top of it in a size that can be read. */
function fit(isAll) {
  const {width, height} = arrangement.outer.graph();
  if (!(width > 0)) return;
  const room = view(), all = Math.min(room.width / width, room.height / height);
  const scale = Math.min(isAll ? all : Math.max(all, Math.min(room.width / width, 0.9), 0.5), 1.2);
  const top = Math.max((room.height - height * scale) / 2, 0);
  const first = arrangement.outer.node(arrangement.outer.nodes()[0]);
  const middle = width * scale > room.width ? first.x : width / 2;
  svg.call(zoom.transform, d3.zoomIdentity.translate(room.width / 2 - middle * scale, top).scale(scale));
}

function center(x, y) {
  const now = d3.zoomTransform(svg.node()), room = view();
  const [atX, atY] = now.apply([x, y]);
  // What can be seen well stays where it is.
  const isSeen = Math.abs(atX / room.width - 0.5) < 0.45 && Math.abs(atY / room.height - 0.5) < 0.46;
  if (isSeen && now.k >= 0.6) return;
  const scale = Math.max(now.k, 0.8);
  moving().call(zoom.transform, d3.zoomIdentity.translate(room.width / 2 - x * scale, room.height / 2 - y * scale).scale(scale));
}

/** Draws anew; what is under the eye (`anchor`) stays where it is. */
function redraw(anchor = null) {
  const old = anchor && {x: anchor.x, y: anchor.y - (isBlock(anchor) ? anchor.height / 2 : 0)};
  arrangement.update(isOpen, isShown);
  state.lines = draw(arrangement, isOpen, isShown, state.side);
  if (old && old.x !== undefined) {
    const {x, y, k} = d3.zoomTransform(svg.node());
    const now = {x: anchor.x, y: anchor.y - (isBlock(anchor) ? anchor.height / 2 : 0)};
    svg.call(zoom.transform, d3.zoomIdentity.translate(x + (old.x - now.x) * k, y + (old.y - now.y) * k).scale(k));
  }
  svg.selectAll('.item').on('click', (item) => choose(item)).on('dblclick', (item) => toggle(isBlock(item) ? item : item.block));
  svg.selectAll('.line, .bytes').on('click', (item) => select(item));
  mark();
}

/** A click on a block opens or closes it, on a node selects it. */
function choose(item) {
  select(item);
  if (isBlock(item)) toggle(item);
}

function mark() {
  const {selected, matches, layout} = state;
  const found = new Set(matches.map((node) => (isOpen(node.block) ? node : node.block)));
  const isIn = (item) => (isBlock(item) ? item.nodes : [item]).some((node) => isShown(node) && node.layouts[state.side] === layout);
  const near = (item) => selected !== null &&
    (item === selected || item.from === selected || item.to === selected ||
      (selected.edges && item.edges.some((edge) => selected.edges.includes(edge))));
  svg.selectAll('.item').classed('selected', (item) => item === selected)
    .classed('match', (item) => found.has(item)).classed('dim', (item) => layout !== null && !isIn(item));
  svg.selectAll('.line, .bytes').classed('selected', near);
  document.getElementById('details').replaceChildren(
    Object.assign(document.createElement('h2'), {textContent: 'Selection'}), ...describeSelection(selected, state.side));
}

//===-- Selection -------------------------------------------------------===//

function select(item, hasFocus = true) {
  state.selected = item;
  mark();
  const element = item && item.id && document.getElementById(item.id);
  if (element && hasFocus) element.focus({preventScroll: true});
}

/** Opens what hides the node, selects it and brings it before the eye. */
function reveal(node, hasFocus = true) {
  if (!isOpen(node.block)) {
    state.open.add(node.block);
    redraw();
  }
  select(node, hasFocus);
  center(node.x, node.y);
}

function revealRewrite(rewrite) {
  const [edge] = rewrite.edges;
  for (const end of [edge.from, edge.to]) state.open.add(end.block);
  redraw();
  const found = state.lines.find((item) => item.edges.includes(edge));
  select(found);
  center(found.label.x, found.label.y);
}

function toggle(block) {
  if (isOpen(block)) state.open.delete(block);
  else state.open.add(block);
  if (state.selected && !isBlock(state.selected)) state.selected = block;
  redraw(block);
  select(state.selected);
}

/** Opens or closes all blocks. */
function setAll(open) {
  state.open = new Set(open ? blocks : []);
  const {selected} = state;
  if (selected && !open && !isBlock(selected)) state.selected = selected.edges ? null : selected.block;
  redraw();
  fit(false);
  if (state.selected && !state.selected.edges) center(state.selected.x, state.selected.y);
}

/** What a vertical step from an item leads to: along lines, into and out of open blocks. */
function getNext(item, isDown) {
  if (isBlock(item) && isOpen(item)) {
    if (isDown) return item.nodes.filter((node) => isShown(node)).slice(0, 1);
    return edges.filter((edge) => edge.to.block === item && edge.from.block !== item && isShown(edge.from))
      .map((edge) => (isOpen(edge.from.block) ? edge.from : edge.from.block));
  }
  const next = state.lines.filter((one) => (isDown ? one.from : one.to) === item).map((one) => (isDown ? one.to : one.from));
  return next.length || isDown || isBlock(item) ? next : [item.block];
}

/** Goes from the selected item along an edge, or to what stands beside it. */
function step(key) {
  const {selected} = state;
  const items = svg.selectAll('.item').data();
  const sign = key === 'ArrowDown' || key === 'ArrowRight' ? 1 : -1;
  let known;
  if (!selected) known = items.filter((item) => isBlock(item)).slice(0, 1);
  else if (selected.edges) known = [sign > 0 ? selected.to : selected.from];
  else if (key === 'ArrowUp' || key === 'ArrowDown') known = getNext(selected, sign > 0);
  else known = items.filter((item) => (item.x - selected.x) * sign > 0 && Math.abs(item.y - selected.y) < 60);
  const distance = (item) => Math.hypot(item.x - selected.x, item.y - selected.y);
  const next = selected && !selected.edges ? known.sort((a, b) => distance(a) - distance(b))[0] : known[0];
  if (!next) return;
  select(next);
  center(next.x, isBlock(next) ? next.y - next.height / 2 : next.y);
}

let lastRewrite = -1;
function nextRewrite() {
  const all = rewrites.filter((rewrite) => rewrite.side === state.side);
  if (!all.length) return;
  lastRewrite = (lastRewrite + 1) % all.length;
  revealRewrite(all[lastRewrite]);
}

//===-- Search ----------------------------------------------------------===//

const field = document.querySelector('#search input'), verdict = document.querySelector('#search output');

function search() {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  const text = (node) => [label(node), node.op, node.name, node.place, node.type, ...node.layouts].join(' ').toLowerCase();
  state.matches = words.length
    ? nodes.filter((node) => isShown(node) && words.every((word) => text(node).includes(word))) : [];
  verdict.textContent = words.length ? `${state.matches.length} found` : '';
  mark();
}

function jump(direction) {
  const {matches, selected} = state;
  if (!matches.length) return;
  const at = matches.indexOf(selected);
  const next = at < 0 ? (direction > 0 ? 0 : matches.length - 1) : (at + direction + matches.length) % matches.length;
  reveal(matches[next], /*hasFocus=*/false);
  verdict.textContent = `${next + 1} of ${matches.length}`;
}

field.addEventListener('input', search);
field.addEventListener('keydown', (event) => {
  if (event.key === 'Enter') { event.preventDefault(); jump(event.shiftKey ? -1 : 1); }
  if (event.key === 'Escape') {
    field.value = '';
    search();
    (state.selected && state.selected.id && document.getElementById(state.selected.id) || svg.node()).focus();
  }
  event.stopPropagation();
});
document.getElementById('search').addEventListener('submit', (event) => event.preventDefault());

//===-- Controls --------------------------------------------------------===//

function setSide(side) {
  state.side = side;
  lastRewrite = -1;
  for (const button of document.querySelectorAll('[data-side]')) {
    const isChosen = Number(button.dataset.side) === side;
    button.setAttribute('aria-checked', isChosen);
    button.tabIndex = isChosen ? 0 : -1;
  }
  const {selected} = state;
  redraw();
  if (selected && selected.edges) state.selected = state.lines.find((item) => item.key === selected.key) || null;
  showLeft(side, revealRewrite);
  setLayout(state.layout);
}

function setLayout(layout) {
  state.layout = layout;
  showLegend(state.side, setLayout, layout);
  mark();
}

function setTheme(theme) {
  state.theme = theme;
  if (theme === 'auto') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  document.getElementById('theme').textContent = {auto: '◐ Auto', light: '☀ Light', dark: '☾ Dark'}[theme];
}

function setConstants(constants) {
  state.constants = constants;
  arrangement.inner.clear();
  document.getElementById('constants').setAttribute('aria-pressed', constants);
  redraw();
  search();
}

const nextTheme = () => setTheme(state.themes[(state.themes.indexOf(state.theme) + 1) % state.themes.length]);
const actions = {
  '/': () => field.select(), b: () => setSide(1 - state.side), x: () => setAll(true), c: () => setAll(false),
  f: () => fit(true), n: nextRewrite, w: () => setConstants(!state.constants), t: nextTheme,
  '+': () => moving().call(zoom.scaleBy, 1.4), '-': () => moving().call(zoom.scaleBy, 1 / 1.4),
  Escape: () => select(null), ArrowUp: step, ArrowDown: step, ArrowLeft: step, ArrowRight: step,
};

document.addEventListener('keydown', (event) => {
  const isButton = event.target.closest('button') !== null;
  if (event.ctrlKey || event.metaKey || event.altKey || event.target === field) return;
  if (event.target.dataset && event.target.dataset.side && event.key.startsWith('Arrow')) {
    setSide(1 - state.side);
    document.querySelector('[data-side][aria-checked=true]').focus();
  } else if ((event.key === 'Enter' || event.key === ' ') && !isButton && state.selected && isBlock(state.selected)) {
    toggle(state.selected);
  } else if (actions[event.key] && !(isButton && event.key.startsWith('Arrow'))) {
    actions[event.key](event.key);
  } else {
    return;
  }
  event.preventDefault();
});
for (const button of document.querySelectorAll('[data-side]')) button.onclick = () => setSide(Number(button.dataset.side));
document.getElementById('expand').onclick = actions.x;
document.getElementById('collapse').onclick = actions.c;
document.getElementById('constants').onclick = actions.w;
document.getElementById('fit').onclick = actions.f;
document.getElementById('theme').onclick = nextTheme;

//===-- Start -----------------------------------------------------------===//

document.getElementById('title').textContent = document.title =
  `Layouts${report.target ? ` for ${report.target}` : ''}${report.strategy ? `, ${report.strategy}` : ''}`;
// What is small is read as a whole.
if (nodes.filter(isShown).length <= 80 || blocks.length === 1) state.open = new Set(blocks);
setTheme('auto');
showTotals();
setSide(AFTER);
fit(false);
