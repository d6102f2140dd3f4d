-- How often was a component that RFBM asks for in its initial state, so that
-- XSAVE* had nothing to write? 4 is bit 2, AVX; change it for others.
SELECT event, sum(count) AS cnt,
       sum(CASE WHEN xinuse & 4 THEN 0 ELSE count END) AS avx_init
FROM histogram
WHERE rfbm & 4
GROUP BY event;
