// Runs before the first paint, so that a chosen theme never flashes.
// Storage can be blocked, and then the system decides.
try {
  const chosen = localStorage.getItem('stemma.theme')
  if (chosen) document.documentElement.dataset.theme = chosen
} catch {}
