// The selected item, and how the selection moves: along edges, to rewrites and to
// matches of a search.

function select(item, hasFocus = true) {
  state.selected = item;
  mark();
  const element = item && item.id && document.getElementById(item.id);
  if (element && hasFocus) element.focus({preventScroll: true});
}

/** Opens the block of the node, selects the node and scrolls it into view. */
function reveal(node, hasFocus = true) {
  if (!isOpen(node.block)) {
    state.open.add(node.block);
    redraw();
  }
  select(node, hasFocus);
  center(node.x, node.y);
}

/** Shows constants and weights, or folds them away. */
function setConstants(constants) {
  state.constants = constants;
  arrangement.inner.clear();
  document.getElementById('constants').setAttribute('aria-pressed', constants);
  redraw();
  search();
}

function revealRewrite(rewrite) {
  const [edge] = rewrite.edges;
  if (!isShown(edge.from)) setConstants(true);
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
  if (isOpen(block)) showTop(block);
}

/** Scrolls an open block up if it ends below the visible part. */
function showTop(block) {
  const now = d3.zoomTransform(svg.node()), room = view();
  const [top, bottom] = [block.y - block.height / 2, block.y + block.height / 2].map((y) => now.applyY(y));
  const up = Math.min(bottom - room.height, top - 0.1 * room.height);
  if (up > 0) moving().call(zoom.translateBy, 0, -up / now.k);
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

/** Returns the items that a vertical step from an item can lead to: along lines, into and out of open blocks. */
function getNext(item, isDown) {
  if (isBlock(item) && isOpen(item)) {
    if (isDown) return item.nodes.filter((node) => isShown(node)).slice(0, 1);
    return edges.filter((edge) => edge.to.block === item && edge.from.block !== item && isShown(edge.from))
      .map((edge) => (isOpen(edge.from.block) ? edge.from : edge.from.block));
  }
  const next = state.lines.filter((one) => (isDown ? one.from : one.to) === item).map((one) => (isDown ? one.to : one.from));
  return next.length || isDown || isBlock(item) ? next : [item.block];
}

/** Moves the selection along an edge, or to the neighbour in the same row. */
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
