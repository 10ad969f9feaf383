/** Light or dark: the system's wish, unless the switch says otherwise. Loaded early, so that nothing flashes. */
{
  const root = document.documentElement;
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const kept = localStorage.getItem("theme");
  if (kept) root.dataset.theme = kept;
  const isDark = () => (root.dataset.theme ?? (dark.matches ? "dark" : "light")) === "dark";
  const dress = () => {
    for (const picture of document.querySelectorAll("img[data-themed]")) {
      const theme = root.dataset.theme;
      const source = picture.dataset.themed + (theme ? `?theme=${theme}` : "");
      if (picture.getAttribute("src") !== source) picture.src = source;
    }
  };
  addEventListener("DOMContentLoaded", () => {
    dress();
    document.getElementById("theme").addEventListener("click", () => {
      const theme = isDark() ? "light" : "dark";
      if (theme === (dark.matches ? "dark" : "light")) {
        delete root.dataset.theme;
        localStorage.removeItem("theme");
      } else {
        root.dataset.theme = theme;
        localStorage.setItem("theme", theme);
      }
      dress();
    });
  });
}
