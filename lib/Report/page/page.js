// Buttons, keys and the initial state of the page.

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

onStrip((height) => {
  const now = d3.zoomTransform(svg.node());
  svg.call(zoom.transform, d3.zoomIdentity.translate(now.x, view().height / 2 - height * now.k).scale(now.k));
});
addEventListener('resize', frame);

//===-- Start -----------------------------------------------------------===//

document.getElementById('title').textContent = document.title =
  `Layouts${report.target ? ` for ${report.target}` : ''}${report.strategy ? `, ${report.strategy}` : ''}`;
// A small graph starts with all blocks open.
if (nodes.filter(isShown).length <= 80 || blocks.length === 1) state.open = new Set(blocks);
if (!blocks.length)
  svg.append('text').attr('class', 'empty').attr('x', '50%').attr('y', '45%').text('No function was planned.');
setTheme('auto');
showTotals();
setSide(AFTER);
fit(false);
