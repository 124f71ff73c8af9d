"""The style of the handout's page: for wide and narrow windows, dark mode and print."""

from __future__ import annotations

STYLE = """\
:root{--text:#1c1c1e;--back:#fff;--soft:#f3f4f6;--rule:#c9ccd2;--link:#0b57d0}
*{box-sizing:border-box}
body{margin:0;background:var(--back);color:var(--text);
font:17px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,Arial,sans-serif}
main{max-width:46rem;margin:0 auto;padding:1rem 1rem 4rem;overflow-wrap:break-word}
h1,h2,h3{line-height:1.2;margin:2em 0 .6em}
h1{margin-top:.6em;font-size:1.9rem}
h2{font-size:1.45rem;border-bottom:1px solid var(--rule);padding-bottom:.25em}
h3{font-size:1.15rem}
a{color:var(--link)}
nav ul{columns:15rem;padding-left:1.2rem}
code,pre{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;
font-size:.87em}
code{background:var(--soft);padding:.1em .25em;border-radius:4px}
pre{background:var(--soft);padding:.8em 1em;border-radius:6px;overflow-x:auto;line-height:1.4}
pre code{background:none;padding:0;font-size:1em}
.wide{overflow-x:auto}
table{border-collapse:collapse;font-size:.93em;margin:.8em 0}
th,td{border:1px solid var(--rule);padding:.35em .6em;text-align:left;vertical-align:top}
th{background:var(--soft)}
td code{overflow-wrap:normal;white-space:nowrap}
figure{margin:1.4em 0}
figure svg{display:block;margin:0 auto}
figcaption{font-size:.92em;text-align:center;margin-top:.4em}
blockquote{margin:1em 0;padding:.1em 1em;border-left:4px solid var(--rule)}
.math.block{overflow-x:auto;overflow-y:hidden;margin:1em 0;padding:.2em 0}
math{font-size:1.08em;font-family:"Cambria Math","STIX Two Math","Latin Modern Math",
"TeX Gyre Termes Math","DejaVu Math TeX Gyre","STIX Math",math,serif}
mtd{padding:.18em .35em}
mtd[columnalign=left]{text-align:left}
@media (prefers-color-scheme:dark){:root{--text:#e6e7ea;--back:#17181b;--soft:#24262b;
--rule:#474b54;--link:#8ab4ff}}
@media (max-width:30rem){body{font-size:16px}h1{font-size:1.55rem}h2{font-size:1.3rem}
table{font-size:.84em}th,td{padding:.3em .4em}pre{padding:.6em .7em;font-size:.78em}
td code{white-space:normal}math{font-size:1em}
.math.block math{font-size:.87em}mtd{padding:.15em .12em}main{padding:.6rem .75rem 3rem}}
@media print{:root{--text:#000;--back:#fff;--soft:#f3f3f3;--rule:#999;--link:#000}
body{font-size:10.5pt}main{max-width:none;padding:0}nav{display:none}
.wide,pre,.math.block{overflow:visible}pre{white-space:pre-wrap}
h2,h3{break-after:avoid}figure,table,pre,.math.block{break-inside:avoid}}
"""
